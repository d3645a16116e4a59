import type { IncomingHttpHeaders } from "node:http";

/**
 * True if a browser loads something that nobody has opened yet. A page of another site can cause this: the request then
 * comes from the visitor's own network and does not name that site (`Sec-Fetch-Site: none`). Older browsers send only
 * `Purpose`.
 */
export const isSpeculative = ({ "sec-purpose": purpose, purpose: older }: IncomingHttpHeaders): boolean =>
  isAhead(purpose) || isAhead(older);

const isAhead = (purpose: string | string[] | undefined) =>
  purpose !== undefined && /\bpre(?:fetch|render)\b/i.test(String(purpose));

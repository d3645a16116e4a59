import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser loads something that nobody has opened yet. A page of another site can make it do so: the request then comes
 * from the visitor's own network and says that nobody sent it (`Sec-Fetch-Site: none`). Older browsers say `Purpose` alone.
 */
export const isSpeculative = ({ "sec-purpose": purpose, purpose: older }: IncomingHttpHeaders): boolean =>
  isAhead(purpose) || isAhead(older);

const isAhead = (purpose: string | string[] | undefined) =>
  purpose !== undefined && /\bpre(?:fetch|render)\b/i.test(String(purpose));

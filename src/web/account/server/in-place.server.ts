/** Our own script marks what it asks for, and takes the answer into the page that is open. */
export const isAskedInPlace = ({ headers }: Request): boolean => headers.has("X-In-Place");

/** A script cannot read where a redirect leads, so it gets the address in words and sends the browser there. */
export function forScript(request: Request, { status, headers }: Response): Response | null {
  const leadsOn = status >= 300 && status < 400 && headers.has("Location");
  return leadsOn && isAskedInPlace(request) ? new Response(null, { status: 204, headers }) : null;
}

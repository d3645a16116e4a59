/** True if our own script sent the request. The script puts the response into the open page. */
export const isAskedInPlace = ({ headers }: Request): boolean => headers.has("X-In-Place");

/**
 * Turns a redirect into a 204 response for our script. Scripts cannot read a redirect's address, but they can read the
 * Location header of a 204. Null if the response is no redirect or the request is not from our script.
 */
export function forScript(request: Request, { status, headers }: Response): Response | null {
  const leadsOn = status >= 300 && status < 400 && headers.has("Location");
  return leadsOn && isAskedInPlace(request) ? new Response(null, { status: 204, headers }) : null;
}

/** The token of a mailed link stands in the form by now, and need not stay in the address or the history. */
export function forgetToken(): void {
  if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname);
}

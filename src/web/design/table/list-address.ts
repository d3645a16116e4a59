/** Returns the address of the list's first page with one parameter changed. Null removes the parameter. */
export function listWith(query: string, part: string, value: string | null): string {
  const address = new URLSearchParams(query);
  address.delete("cursor");
  if (value === null) address.delete(part);
  else address.set(part, value);
  return `?${address.toString()}`;
}

/** Returns the list's query without empty values, and the addresses of the previous and the next page. */
export function placeIn(address: URLSearchParams, next: string | null, previous: string | null = null) {
  const parameters = new URLSearchParams([...address].filter(([, value]) => value !== ""));
  const query = parameters.size === 0 ? "" : `?${parameters.toString()}`;
  const pageFrom = (cursor: string | null) => (cursor === null ? null : listWith(query, "cursor", cursor));
  return { query, isFirst: !parameters.has("cursor"), previous: pageFrom(previous), next: pageFrom(next) };
}

/** The address of the same list with one thing changed, from its first page. Null takes a part away. */
export function listWith(query: string, part: string, value: string | null): string {
  const address = new URLSearchParams(query);
  address.delete("cursor");
  if (value === null) address.delete(part);
  else address.set(part, value);
  return `?${address.toString()}`;
}

/** What the address of a list asks for, and where the next page begins. */
export function placeIn(address: URLSearchParams, next: string | null) {
  const query = address.size === 0 ? "" : `?${address.toString()}`;
  return {
    query,
    isFirst: !address.has("cursor"),
    next: next === null ? null : listWith(query, "cursor", next),
  };
}

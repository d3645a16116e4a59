/** The address of the same list with one thing changed, from its first page. Null takes a part away. */
export function listWith(query: string, part: string, value: string | null): string {
  const address = new URLSearchParams(query);
  address.delete("cursor");
  if (value === null) address.delete(part);
  else address.set(part, value);
  return `?${address.toString()}`;
}

/** What the address of a list asks for, and where the pages beside this one begin. A box left empty asks for nothing. */
export function placeIn(address: URLSearchParams, next: string | null, previous: string | null = null) {
  const asked = new URLSearchParams([...address].filter(([, value]) => value !== ""));
  const query = asked.size === 0 ? "" : `?${asked.toString()}`;
  const pageFrom = (cursor: string | null) => (cursor === null ? null : listWith(query, "cursor", cursor));
  return { query, isFirst: !asked.has("cursor"), previous: pageFrom(previous), next: pageFrom(next) };
}

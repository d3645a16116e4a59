import { listWith } from "#design/table/list-address.ts";

/** What the address of a list asks for, and where the page after this one stands. */
export function placeIn(address: URLSearchParams, next: string | null) {
  const query = address.size === 0 ? "" : `?${address.toString()}`;
  return {
    query,
    isFirst: !address.has("cursor"),
    next: next === null ? null : listWith(query, "cursor", next),
  };
}

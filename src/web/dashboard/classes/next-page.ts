/** The address of the same list further on; null at its end. */
export function addressOfNext(address: URLSearchParams, next: string | null): string | null {
  if (next === null) return null;
  const further = new URLSearchParams(address);
  further.set("cursor", next);
  return `?${further.toString()}`;
}

export const queryOf = (address: URLSearchParams): string => (address.size === 0 ? "" : `?${address.toString()}`);

/** A page stays without scripts unless its route says `export const handle = { hydrate: true }`. */
export const wantsHydration = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === true;

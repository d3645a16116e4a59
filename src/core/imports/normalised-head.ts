/** Returns only letters, combining marks and digits of a text. */
export const normalisedHead = (head: string): string =>
  head
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, "");

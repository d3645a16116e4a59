/** Decodes the percent-encoding of an address or a cookie. Null if the encoding is invalid. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

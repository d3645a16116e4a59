/** The text that an address or a cookie stands for; null where a % in it means nothing. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

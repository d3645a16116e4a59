/** Hand-written because Uint8Array.prototype.toHex is too new for visitors' phones. */
export const inHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

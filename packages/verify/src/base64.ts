/** Hand-written because Uint8Array.prototype.toBase64 and Uint8Array.fromBase64 are too new for visitors' phones. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** No bytes unless the text is in the canonical form, so that one value has only one spelling. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return new Uint8Array();
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  // Several times as fast as Uint8Array.from, which a register of thousands of agencies needs.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
  // The last letter may have unused bits. They have to be 0.
  const last = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return text.endsWith(toBase64(last)) ? bytes : new Uint8Array();
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** No bytes unless the text is canonical base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) return new Uint8Array();
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  return fromBase64(padded.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Uses WebCrypto, which browsers have as well. Text is encoded as UTF-8. */
export const sha256Of = async (...parts: readonly BlobPart[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob([...parts]).arrayBuffer()));

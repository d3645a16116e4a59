const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Throws if the bytes are not UTF-8. A byte order mark is a character as any other. */
export const textOf = (bytes: Uint8Array<ArrayBuffer>): string => decoder.decode(bytes);

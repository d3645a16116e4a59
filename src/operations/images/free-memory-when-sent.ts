/**
 * Frees the memory of bytes that nobody uses any more. Left to the garbage collector, a few dozen images would send it
 * through all that lives. Bytes that share their memory with others are left to it.
 */
export function freeMemoryWhenSent({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

type Entry = { path: string; bytes: Uint8Array };

const block = 512;

/** An archive in the format "ustar", one file after another. Without its end, tar reports that it is not complete. */
export async function* tarOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes } of entries) {
    yield headerOf(path, bytes.byteLength);
    yield bytes;
    yield new Uint8Array((block - (bytes.byteLength % block)) % block);
  }
  yield new Uint8Array(2 * block);
}

function headerOf(path: string, size: number): Uint8Array {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  header.write(path, 0, 100);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(0, 11), 136);
  // The checksum is taken while its own field has only spaces.
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return header;
}

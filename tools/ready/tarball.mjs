import zlib from "node:zlib";

const blockSize = 512;

/** The bytes of one file in a gzipped tarball. */
export function entryOfTarball(bytes, wanted) {
  const tar = zlib.gunzipSync(bytes);
  for (let header = 0; tar[header];) {
    const name = textAt(tar, header, 100);
    const size = Number.parseInt(textAt(tar, header + 124, 12), 8);
    const content = header + blockSize;
    if (name === wanted) return tar.subarray(content, content + size);
    header = content + Math.ceil(size / blockSize) * blockSize;
  }
  throw new Error(`${wanted} is missing in the tarball.`);
}

const textAt = (tar, start, length) => tar.toString("latin1", start, start + length).split("\0")[0];

/** In pixels. Larger pictures are not decoded. Uploads have the same limit. */
const maxPixels = 50_000_000;

/** In bytes. A JPEG's size is within this length, after thumbnails and colour profiles. */
const headLength = 1_000_000;

/** True if the content is a JPEG, PNG or WebP of a size that a phone can decode. */
export async function isPicture(file: Blob): Promise<boolean> {
  const size = pictureSize(new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
  return size !== null && size.width > 0 && size.height > 0 && size.width * size.height <= maxPixels;
}

type Size = { width: number; height: number };

/** Returns the size that the file's header contains. Null if the file has none of the three formats. */
function pictureSize(bytes: Uint8Array<ArrayBuffer>): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  try {
    if (text(0, 8) === "\x89PNG\r\n\x1a\n") return { width: view.getUint32(16), height: view.getUint32(20) };
    if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return webpSize(view, text(12, 16));
    return text(0, 3) === "\xff\xd8\xff" ? jpegSize(view) : null;
  } catch {
    // The file is cut off.
    return null;
  }
}

function webpSize(view: DataView, kind: string): Size | null {
  const word = (at: number) => view.getUint16(at, true);
  if (kind === "VP8 ") return { width: word(26) & 0x3fff, height: word(28) & 0x3fff };
  if (kind === "VP8X")
    return { width: 1 + word(24) + (view.getUint8(26) << 16), height: 1 + word(27) + (view.getUint8(29) << 16) };
  if (kind !== "VP8L") return null;
  const packed = view.getUint32(21, true);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
}

function jpegSize(view: DataView): Size | null {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const beginsPicture = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (beginsPicture) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

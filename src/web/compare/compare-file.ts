import { hashDistance, hashedSide, perceptualHashOf } from "#core/images/perceptual-hash.ts";
import { inHex } from "#verify/in-hex.ts";
import { sha256Of } from "#verify/sha256.ts";
import { isPicture } from "./picture-size.ts";

/** Hashes, in hex, of the files of one published document. */
export type KnownFiles = { kind: string; sha256: readonly string[]; looksLike: readonly string[] };

/** Only equal bytes are the same file. A similar picture may be a copy or a forgery: its look cannot tell. */
export type Comparison = { is: "same" | "resembling"; kind: string } | { is: "none" };

type FileHashes = { sha256: string; looksLike: string | null };

/** Copies differ from their original in up to 12 bits, pictures of other things in about 32 (decision 0024). */
const maxDistance = 14;

export function comparisonOf({ sha256, looksLike }: FileHashes, known: readonly KnownFiles[]): Comparison {
  const same = known.find((document) => document.sha256.includes(sha256));
  if (same) return { is: "same", kind: same.kind };
  const [nearest] = known
    .flatMap(({ kind, looksLike: hashes }) =>
      hashes.map((hash) => ({ kind, distance: looksLike === null ? Infinity : hashDistance(hash, looksLike) })),
    )
    .toSorted((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= maxDistance ? { is: "resembling", kind: nearest.kind } : { is: "none" };
}

/** In bytes. No published file is so large. */
const largestFile = 40_000_000;

/** Compares the file in the browser. Sends no part of it. */
export async function compareFile(file: Blob, known: readonly KnownFiles[]): Promise<Comparison> {
  if (file.size > largestFile) return { is: "none" };
  return comparisonOf({ sha256: inHex(await sha256Of(file)), looksLike: await hashOfPicture(file) }, known);
}

/** Returns the perceptual hash of a picture. Null for other files, for example PDFs. */
async function hashOfPicture(file: Blob): Promise<string | null> {
  if (!(await isPicture(file))) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = hashedSide;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!picture || !pen) return null;
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, hashedSide, hashedSide);
  pen.drawImage(picture, 0, 0, hashedSide, hashedSide);
  picture.close();
  const { data } = pen.getImageData(0, 0, hashedSide, hashedSide);
  const grey = Uint8Array.from({ length: hashedSide * hashedSide }, (_, at) => greyOf(data.subarray(at * 4)));
  return perceptualHashOf(grey);
}

const greyOf = ([red = 0, green = 0, blue = 0]: Uint8ClampedArray) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

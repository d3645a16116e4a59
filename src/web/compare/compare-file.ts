import { hashDistance, hashedSide, perceptualHashOf } from "#core/images/perceptual-hash.ts";
import { inHex } from "#verify/in-hex.ts";
import { sha256Of } from "#verify/sha256.ts";
import { isPicture } from "./picture-size.ts";

/** Hashes, in hex, of the files of one published document. */
export type KnownFiles = { kind: string; sha256: readonly string[]; looksLike: readonly string[] };

/**
 * Only equal bytes are the same file. Of another one, its look tells what to compare it with, never whether it is a copy or a
 * forgery (decision 0115). `nearest`: the document that looks most like it, if one does.
 */
type Likeness = { is: "same"; kind: string } | { is: "other"; nearest: string | undefined };

/** `picture`: the visitor's, to be shown beside the published one. Null for other files, for example PDFs. */
export type Comparison = Likeness & { picture: ImageBitmap | null };

type FileHashes = { sha256: string; looksLike: string | null };

/** Copies differ from their original in up to 12 bits, pictures of other things in about 32. */
const maxDistance = 14;

export function likenessOf({ sha256, looksLike }: FileHashes, known: readonly KnownFiles[]): Likeness {
  const same = known.find((document) => document.sha256.includes(sha256));
  if (same) return { is: "same", kind: same.kind };
  const [nearest] = known
    .flatMap(({ kind, looksLike: hashes }) =>
      looksLike === null ? [] : hashes.map((hash) => ({ kind, distance: hashDistance(hash, looksLike) })),
    )
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((one, other) => one.distance - other.distance);
  return { is: "other", nearest: nearest?.kind };
}

/** In bytes. No published file is so large. */
const largestFile = 40_000_000;

/** Compares the file in the browser. Sends no part of it. */
export async function compareFile(file: Blob, known: readonly KnownFiles[]): Promise<Comparison> {
  if (file.size > largestFile) return { is: "other", nearest: undefined, picture: null };
  const picture = (await isPicture(file)) ? await createImageBitmap(file).catch(() => null) : null;
  const looksLike = picture && hashOf(picture);
  return { ...likenessOf({ sha256: inHex(await sha256Of(file)), looksLike }, known), picture };
}

function hashOf(picture: ImageBitmap): string | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = hashedSide;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return null;
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, hashedSide, hashedSide);
  pen.drawImage(picture, 0, 0, hashedSide, hashedSide);
  const { data } = pen.getImageData(0, 0, hashedSide, hashedSide);
  const grey = Uint8Array.from({ length: hashedSide * hashedSide }, (_, at) => greyOf(data.subarray(at * 4)));
  return perceptualHashOf(grey);
}

const greyOf = ([red = 0, green = 0, blue = 0]: Uint8ClampedArray) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

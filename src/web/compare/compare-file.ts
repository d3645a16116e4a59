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
type Likeness = { is: "same"; kind: string } | { is: "other"; nearest: string | undefined; turn: number };

/** A photo of a paper may lie on its side. A turn is a quarter of a circle, clockwise. */
const turns = [0, 1, 2, 3];

/** `picture`: the visitor's, to be shown beside the published one, turned so. Null for other files, for example PDFs. */
export type Comparison = Likeness & { picture: ImageBitmap | null };

/** `looksLike`: after each turn. */
type FileHashes = { sha256: string; looksLike: readonly string[] };

/** Copies differ from their original in up to 12 bits, pictures of other things in about 32. */
const maxDistance = 14;

export function likenessOf({ sha256, looksLike }: FileHashes, known: readonly KnownFiles[]): Likeness {
  const same = known.find((document) => document.sha256.includes(sha256));
  if (same) return { is: "same", kind: same.kind };
  const [nearest] = known
    .flatMap(({ kind, looksLike: hashes }) =>
      looksLike.flatMap((own, turn) => hashes.map((hash) => ({ kind, turn, distance: hashDistance(hash, own) }))),
    )
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((one, other) => one.distance - other.distance);
  return { is: "other", nearest: nearest?.kind, turn: nearest?.turn ?? 0 };
}

/** In bytes. No published file is so large. */
const largestFile = 40_000_000;

/** Compares the file in the browser. Sends no part of it. */
export async function compareFile(file: Blob, known: readonly KnownFiles[]): Promise<Comparison> {
  if (file.size > largestFile) return { is: "other", nearest: undefined, turn: 0, picture: null };
  const picture = (await isPicture(file)) ? await createImageBitmap(file).catch(() => null) : null;
  const looksLike = picture ? turns.flatMap((turn) => hashOf(picture, turn) ?? []) : [];
  return { ...likenessOf({ sha256: inHex(await sha256Of(file)), looksLike }, known), picture };
}

function hashOf(picture: ImageBitmap, turn: number): string | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = hashedSide;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return null;
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, hashedSide, hashedSide);
  drawTurned(pen, picture, turn);
  const { data } = pen.getImageData(0, 0, hashedSide, hashedSide);
  const grey = Uint8Array.from({ length: hashedSide * hashedSide }, (_, at) => greyOf(data.subarray(at * 4)));
  return perceptualHashOf(grey);
}

/** Fills the canvas with the picture. */
export function drawTurned(pen: CanvasRenderingContext2D, picture: ImageBitmap, turn: number): void {
  const { width, height } = pen.canvas;
  const [along, across] = turn % 2 === 0 ? [width, height] : [height, width];
  pen.translate(width / 2, height / 2);
  pen.rotate((turn * Math.PI) / 2);
  pen.drawImage(picture, -along / 2, -across / 2, along, across);
}

const greyOf = ([red = 0, green = 0, blue = 0]: Uint8ClampedArray) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

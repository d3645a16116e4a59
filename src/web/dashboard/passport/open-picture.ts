import type { Cell } from "./find-lines.ts";
import { type GrayPicture, grayOf } from "./gray-picture.ts";

/** Why a file cannot be opened as a picture. */
export type PictureProblem = "pdf" | "heic" | "not-a-picture";

export async function openPicture(file: Blob): Promise<ImageBitmap | PictureProblem> {
  try {
    return await createImageBitmap(file);
  } catch {
    const begin = new TextDecoder("latin1").decode(await file.slice(0, 1024).arrayBuffer());
    if (begin.includes("%PDF-")) return "pdf";
    return /^....ftyp(?:hei|hev|mif1|msf1)/s.test(begin) ? "heic" : "not-a-picture";
  }
}

/** Draws the picture on a canvas, with no side longer than `longest`. */
export function drawnPicture(picture: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen) pen.imageSmoothingQuality = "high";
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function grayPicture(canvas: HTMLCanvasElement): GrayPicture {
  const { width, height } = canvas;
  const dots = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
  return grayOf(width, height, dots ?? new Uint8ClampedArray());
}

/** The width of a drawn character in pixels, and the margin around the line in character widths. */
const characterSize = 22;
const margin = { beside: 0.15, above: 0.8 };

/** Draws the characters in these cells, upright. */
export function drawCells(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, cells: readonly Cell[]): void {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return;
  const steps = Math.max(1, cells.length - 1);
  const right = { x: (last.middle.x - first.middle.x) / steps, y: (last.middle.y - first.middle.y) / steps };
  const { down } = cells[cells.length >> 1] ?? first;
  canvas.width = (cells.length + 2 * margin.beside) * characterSize;
  canvas.height = 2 * margin.above * characterSize;
  const area = (right.x * down.y - right.y * down.x) / characterSize;
  const [a, b, c, d] = [down.y / area, -right.y / area, -down.x / area, right.x / area];
  const { x, y } = first.middle;
  const [left, middle] = [(0.5 + margin.beside) * characterSize, margin.above * characterSize];
  const pen = canvas.getContext("2d");
  pen?.setTransform(a, b, c, d, left - a * x - c * y, middle - b * x - d * y);
  pen?.drawImage(picture, 0, 0);
}

import { checkLinkInPdf } from "#core/proofs/compact-statement.ts";
import { isPicture } from "../../compare/picture-size.ts";
import { CheckProblem } from "./check-problem.ts";
import { loadScanner } from "./scanner.ts";

/** What is published has at most 15 MB a file. */
const largestFile = 40_000_000;

/** What the QR codes in a picture say, or the code that a slip names in its PDF. */
export async function codesIn(file: Blob): Promise<readonly string[]> {
  if (file.size > largestFile) throw new CheckProblem("unreadable");
  if (await isPdf(file)) return codesInPdf(file);
  if (!(await isPicture(file))) throw new CheckProblem("unreadable");
  return codesInPicture(file);
}

/** A saved statement is text, and short; null for what is neither. */
export async function textOf(file: Blob): Promise<string | null> {
  const text = file.size < 1_000_000 ? await file.text() : "";
  return /^\s*[{e]/.test(text) ? text : null;
}

async function isPdf(file: Blob): Promise<boolean> {
  return new TextDecoder("latin1").decode(await file.slice(0, 1024).arrayBuffer()).includes("%PDF-");
}

async function codesInPdf(file: Blob): Promise<readonly string[]> {
  const link = checkLinkInPdf(new Uint8Array(await file.arrayBuffer()));
  if (link === null) throw new CheckProblem("pdf-no-code");
  return [link];
}

/** Small first, which is quick and forgives blur; then with all its fine squares. */
const sides = [1000, 2000, 4000];

async function codesInPicture(file: Blob): Promise<readonly string[]> {
  const scanner = await loadScanner();
  const picture = await createImageBitmap(file).catch(() => {
    throw new CheckProblem("unreadable");
  });
  const { width, height } = picture;
  const isLarger = (side: number, at: number) => at === 0 || Math.max(width, height) > (sides[at - 1] ?? side);
  for (const side of sides.filter(isLarger)) {
    const found = await scanner(picture, width, height, side);
    if (found.length > 0) return found;
  }
  return [];
}

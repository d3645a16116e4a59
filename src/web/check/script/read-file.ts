import { checkLinkInPdf } from "#verify/compact-statement.ts";
import { isPicture } from "../../compare/picture-size.ts";
import { CheckProblem } from "./check-problem.ts";
import { loadScanner } from "./scanner.ts";

/** In bytes. Published files have at most 15 MB. */
const largestFile = 40_000_000;

/** Returns the texts of the QR codes in a picture, or the link that the PDF of a slip contains. */
export async function codesIn(file: Blob): Promise<readonly string[]> {
  if (file.size > largestFile) throw new CheckProblem("unreadable");
  if (await isPdf(file)) return codesInPdf(file);
  if (!(await isPicture(file))) throw new CheckProblem("unreadable");
  return codesInPicture(file);
}

/** Returns the file's text if it may be a saved statement: a short text that starts like one. Otherwise null. */
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

/** In pixels. A small picture is quick to scan and tolerates blur. A large one keeps the fine squares of a code. */
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

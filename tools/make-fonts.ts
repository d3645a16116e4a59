import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

const packages = path.join(import.meta.dirname, "../node_modules/@fontsource-variable");
/** For the pages, and for the card that other pages show, which is drawn on the server. */
const pageFonts = path.join(import.meta.dirname, "../src/web/design/fonts");
const cardFonts = path.join(import.meta.dirname, "../src/documents/card-fonts");

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const english = `${between(0x20, 0x7e)}\u00A0–—‘’“”•…−×`;
const accented = between(0xa1, 0xff);
const latin = {
  source: "anek-latin/files/anek-latin-latin-wght-normal.woff2",
  features: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"],
};
const bangla = {
  source: "anek-bangla/files/anek-bangla-bengali-wght-normal.woff2",
  text: `${between(0x980, 0x9fe)}\u0964\u0965\u200C\u200D\u25CC₹`,
  // What joins letters, and no kerning: its table is a sixth of the file.
  features: "nukt akhn rphf blwf half pstf vatu cjct init pres abvs blws psts haln abvm blwm".split(" "),
};

type Face = { source: string; text: string; weight: number; features: string[] };

/** One weight a file: two of them are half as large as the variable font that holds every weight. */
const facesOfPages: Record<string, Face> = {
  "latin-400": { ...latin, text: english, weight: 400 },
  "latin-650": { ...latin, text: english, weight: 650 },
  // Fetched where a name has such a letter.
  "accented-400": { ...latin, text: accented, weight: 400 },
  "accented-650": { ...latin, text: accented, weight: 650 },
  // A second weight would be as large as all else on a page: browsers embolden this one.
  "bangla-400": { ...bangla, weight: 400 },
  // The choice of language names Bangla on English pages: five letters, not the whole script.
  "bangla-name": { ...bangla, text: "বাংলা", weight: 400 },
};
const facesOfCards: Record<string, Face> = {
  "latin-400": { ...latin, text: english + accented, weight: 400 },
  "latin-650": { ...latin, text: english + accented, weight: 650 },
  "bangla-400": { ...bangla, weight: 400 },
  "bangla-650": { ...bangla, weight: 650 },
};

/** Cuts the fonts out of their packages. What is there is taken as it is. */
export async function makeFonts(): Promise<void> {
  await Promise.all([pageFonts, cardFonts].map((folder) => mkdir(folder, { recursive: true })));
  for (const [name, face] of Object.entries(facesOfPages)) {
    await cut(face, path.join(pageFonts, `${name}.woff2`), "woff2");
  }
  for (const [name, face] of Object.entries(facesOfCards)) {
    await cut(face, path.join(cardFonts, `${name}.ttf`), "truetype");
  }
}

async function cut({ source, text, weight, features }: Face, file: string, targetFormat: "woff2" | "truetype") {
  if (await isNewerThanThis(file)) return;
  const font = await subsetFont(await readFile(path.join(packages, source)), text, {
    targetFormat,
    variationAxes: { wght: weight },
    noHinting: true,
    keepFeatures: features,
  });
  await writeFile(file, font);
}

async function isNewerThanThis(file: string): Promise<boolean> {
  const [made, maker] = await Promise.all([stat(file).catch(() => null), stat(import.meta.filename)]);
  return made !== null && made.mtimeMs > maker.mtimeMs;
}

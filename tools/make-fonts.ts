import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

const packages = path.join(import.meta.dirname, "../node_modules/@fontsource-variable");
/** For the pages, and for the card that other pages show, which is drawn on the server. */
const pageFonts = path.join(import.meta.dirname, "../src/web/design/fonts");
const cardFonts = path.join(import.meta.dirname, "../src/documents/card-fonts");

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const latin = {
  source: "anek-latin/files/anek-latin-latin-wght-normal.woff2",
  text: `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”•…−×`,
  features: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"],
};
const bangla = {
  source: "anek-bangla/files/anek-bangla-bengali-wght-normal.woff2",
  text: `${between(0x980, 0x9fe)}\u0964\u0965\u200C\u200D\u25CC₹`,
};

type Face = { source: string; text: string; weight: number; features?: string[] };

/** One weight a file: two of them are half as large as the variable font that holds every weight. */
const faces: Record<string, Face> = {
  "latin-400": { ...latin, weight: 400 },
  "latin-650": { ...latin, weight: 650 },
  "bangla-400": { ...bangla, weight: 400 },
  "bangla-650": { ...bangla, weight: 650 },
  // The choice of language names Bangla on English pages: five letters, not the whole script.
  "bangla-name": { ...bangla, text: "বাংলা", weight: 400 },
};

/** Cuts the fonts out of their packages. What is there is taken as it is. */
export async function makeFonts(): Promise<void> {
  await Promise.all([pageFonts, cardFonts].map((folder) => mkdir(folder, { recursive: true })));
  for (const [name, face] of Object.entries(faces)) {
    await cut(face, path.join(pageFonts, `${name}.woff2`), "woff2");
    if (name !== "bangla-name") await cut(face, path.join(cardFonts, `${name}.ttf`), "truetype");
  }
}

async function cut({ source, text, weight, features }: Face, file: string, targetFormat: "woff2" | "truetype") {
  if (await isNewerThanThis(file)) return;
  const font = await subsetFont(await readFile(path.join(packages, source)), text, {
    targetFormat,
    variationAxes: { wght: weight },
    noHinting: true,
    ...(features && { keepFeatures: features }),
  });
  await writeFile(file, font);
}

async function isNewerThanThis(file: string): Promise<boolean> {
  const [made, maker] = await Promise.all([stat(file).catch(() => null), stat(import.meta.filename)]);
  return made !== null && made.mtimeMs > maker.mtimeMs;
}

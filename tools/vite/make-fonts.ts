import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";
import { makeScriptFonts } from "./make-script-fonts.ts";

const packages = path.join(import.meta.dirname, "../../node_modules/@fontsource-variable");
/** Fonts for the pages, and for the preview card of other sites, which the server draws. */
const pageFonts = path.join(import.meta.dirname, "../../src/web/design/fonts");
const cardFonts = path.join(import.meta.dirname, "../../src/documents/card-fonts");
/** Fonts for what else the server draws: names in other scripts. */
const scriptFonts = path.join(import.meta.dirname, "../../src/documents/script-fonts");

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const english = `${between(0x20, 0x7e)}\u00A0·–—‘’“”•…−×`;
const accented = between(0xa1, 0xff).replace("·", "");
const latin = {
  source: "anek-latin/files/anek-latin-latin-wght-normal.woff2",
  features: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"],
};
const bangla = {
  source: "anek-bangla/files/anek-bangla-bengali-wght-normal.woff2",
  text: `${between(0x980, 0x9fe)}\u0964\u0965\u200C\u200D\u25CC₹`,
  // Features that join letters. No kerning: its table is a sixth of the file.
  features: "nukt akhn rphf blwf half pstf vatu cjct init pres abvs blws psts haln abvm blwm".split(" "),
};

type Weights = number | { min: number; max: number; default: number };
type Face = { source: string; text: string; weight: Weights; features: string[] };

const allWeights = { min: 400, max: 650, default: 400 };

/** Hints stay: without them, the dot of a bold i touches its stem on screens of one pixel per point. */
const facesOfPages: Record<string, Face> = {
  // Every weight in one file: of two files, one may miss the first paint, and the page would mix two families.
  latin: { ...latin, text: english, weight: allWeights },
  // Bangla pages embolden their Latin letters like those of Bangla, and kern neither: the table would be two fifths of the file.
  "latin-400": { ...latin, text: english, weight: 400, features: ["tnum", "lnum"] },
  // Loaded only where a name contains such a letter.
  accented: { ...latin, text: accented, weight: allWeights },
  // One weight, which browsers embolden: a second one would be as large as everything else on a page.
  "bangla-400": { ...bangla, weight: 400 },
  // English pages contain the name of Bangla in the choice of language: five letters, not the whole script.
  "bangla-name": { ...bangla, text: "বাংলা", weight: 400 },
};
const facesOfCards: Record<string, Face> = {
  "latin-400": { ...latin, text: english + accented, weight: 400 },
  "latin-650": { ...latin, text: english + accented, weight: 650 },
  "bangla-400": { ...bangla, weight: 400 },
  "bangla-650": { ...bangla, weight: 650 },
};

/** What Anek has for the Latin letters of other languages. */
const moreLatin = {
  "anek-latin-ext": {
    ...latin,
    source: latin.source.replace("latin-latin", "latin-latin-ext"),
    text: between(0x100, 0x24f),
  },
  "anek-vietnamese": {
    ...latin,
    source: latin.source.replace("latin-latin", "latin-vietnamese"),
    text: `${between(0x1ea0, 0x1ef9)}ƠơƯư`,
  },
};

/** Cuts the fonts out of their packages. Files that are newer than this module are kept. */
export async function makeFonts(): Promise<void> {
  await Promise.all([pageFonts, cardFonts, scriptFonts].map((folder) => mkdir(folder, { recursive: true })));
  for (const [name, face] of Object.entries(facesOfPages)) {
    await cut(face, path.join(pageFonts, `${name}.woff2`), "woff2");
  }
  for (const [name, face] of Object.entries(facesOfCards)) {
    await cut(face, path.join(cardFonts, `${name}.ttf`), "truetype");
  }
  for (const [name, face] of Object.entries(moreLatin)) {
    for (const weight of [400, 650])
      await cut({ ...face, weight }, path.join(scriptFonts, `${name}-${weight}.woff`), "woff");
  }
  await makeScriptFonts(scriptFonts, Object.keys(moreLatin));
}

async function cut(
  { source, text, weight, features }: Face,
  file: string,
  targetFormat: "woff2" | "woff" | "truetype",
) {
  if (await isNewerThanThis(file)) return;
  const font = await subsetFont(await readFile(path.join(packages, source)), text, {
    targetFormat,
    variationAxes: { wght: weight },
    noHinting: false,
    keepFeatures: features,
  });
  await writeFile(file, font);
}

async function isNewerThanThis(file: string): Promise<boolean> {
  const [made, maker] = await Promise.all([stat(file).catch(() => null), stat(import.meta.filename)]);
  return made !== null && made.mtimeMs > maker.mtimeMs;
}

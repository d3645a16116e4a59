import { copyFile, readFile, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as harfbuzz from "harfbuzzjs";
import { unpackedFont } from "../../src/documents/text/woff.ts";

const packages = path.join(import.meta.dirname, "../../node_modules/@fontsource");

/** The files of these packages, in the order in which they are asked for a letter. */
const sources: readonly { name: string; slices: readonly string[] | "numbered"; script?: RegExp }[] = [
  { name: "noto-sans", slices: ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"] },
  { name: "noto-sans-arabic", slices: ["arabic"] },
  { name: "noto-sans-hebrew", slices: ["hebrew"] },
  { name: "noto-sans-ethiopic", slices: ["ethiopic"] },
  { name: "noto-sans-devanagari", slices: ["devanagari"] },
  { name: "noto-sans-gujarati", slices: ["gujarati"] },
  { name: "noto-sans-gurmukhi", slices: ["gurmukhi"] },
  { name: "noto-sans-tamil", slices: ["tamil"] },
  { name: "noto-sans-telugu", slices: ["telugu"] },
  { name: "noto-sans-kannada", slices: ["kannada"] },
  { name: "noto-sans-malayalam", slices: ["malayalam"] },
  { name: "noto-sans-sinhala", slices: ["sinhala"] },
  { name: "noto-sans-thai", slices: ["thai"] },
  { name: "noto-sans-lao", slices: ["lao"] },
  { name: "noto-sans-khmer", slices: ["khmer"] },
  { name: "noto-sans-myanmar", slices: ["myanmar"] },
  // It has the Chinese letters of Taiwan, Hong Kong and Japan, too, and the kana.
  { name: "noto-sans-sc", slices: "numbered" },
  // Without its Chinese letters, which the font above has.
  { name: "noto-sans-kr", slices: "numbered", script: /\p{Script=Hangul}/u },
];

const weights = { 400: 400, 650: 600 };

type Slice = { name: string; letters: number[] };

/**
 * Copies the fonts of the scripts that the site's own fonts lack beside those that are there, and writes down which
 * letters are in which file.
 */
export async function makeScriptFonts(folder: string, there: readonly string[]): Promise<void> {
  if (await isNewerThanThis(path.join(folder, "letters.json"))) return;
  const known = new Set<number>();
  const slices: Slice[] = [];
  for (const name of there) {
    const letters = await lettersIn(path.join(folder, `${name}-400.woff`));
    for (const letter of letters) known.add(letter);
    slices.push({ name, letters: ranges(letters) });
  }
  for (const source of sources) {
    for (const slice of await slicesOf(source)) {
      const letters = await lettersIn(fileOf(source.name, slice, 400));
      const own = letters.filter((letter) => !known.has(letter));
      const isWanted = source.script
        ? own.some((letter) => source.script?.test(String.fromCodePoint(letter)))
        : own.length > 0;
      if (!isWanted) continue;
      for (const letter of own) known.add(letter);
      const name = `${source.name}-${slice}`;
      slices.push({ name, letters: ranges(own) });
      for (const [weight, taken] of Object.entries(weights))
        await copyFile(fileOf(source.name, slice, taken), path.join(folder, `${name}-${weight}.woff`));
    }
    await copyFile(path.join(packages, source.name, "LICENSE"), path.join(folder, `${source.name}.LICENSE`));
  }
  await writeFile(path.join(folder, "letters.json"), JSON.stringify(slices));
}

const fileOf = (name: string, slice: string, weight: number) =>
  path.join(packages, name, "files", `${name}-${slice}-${weight}-normal.woff`);

async function slicesOf({ name, slices }: (typeof sources)[number]): Promise<readonly string[]> {
  if (slices !== "numbered") return slices;
  const numbered = new RegExp(String.raw`^${name}-(\d+)-400-normal\.woff$`);
  const files = await readdir(path.join(packages, name, "files"));
  const numbers = files.flatMap((file) => numbered.exec(file)?.[1] ?? []);
  return numbers.toSorted((one, other) => Number(one) - Number(other));
}

async function lettersIn(file: string): Promise<number[]> {
  const font = unpackedFont(await readFile(file), ["cmap", "maxp", "head"]);
  const face = new harfbuzz.Face(new harfbuzz.Blob(font));
  return [...face.collectUnicodes()].filter((letter) => letter > 0x7e).toSorted((one, other) => one - other);
}

/** Returns the first and the last of each row of consecutive numbers. */
function ranges(letters: readonly number[]): number[] {
  const pairs: number[] = [];
  for (const letter of letters) {
    if (pairs.at(-1) === letter - 1) pairs[pairs.length - 1] = letter;
    else pairs.push(letter, letter);
  }
  return pairs;
}

async function isNewerThanThis(file: string): Promise<boolean> {
  const [made, maker] = await Promise.all([stat(file).catch(() => null), stat(import.meta.filename)]);
  return made !== null && made.mtimeMs > maker.mtimeMs;
}

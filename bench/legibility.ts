import { handmadePdf, textAt } from "#documents/handmade-pdf.ts";
import { imageWidths } from "#documents/image-sizes.ts";
import { fromPicture, type Picture, toPicture } from "#documents/picture.ts";
import { webpOptions } from "#documents/process-file.ts";
import { readPdf } from "#documents/read-pdf.ts";
import { readPhoto } from "#documents/read-photo.ts";
import sharp, { type WebpOptions } from "sharp";

/**
 * `node bench/legibility.ts` prints what WebP settings cost and what they do to print on a scan (decision 0005).
 * Papers are drawn through PDFium, then made worse the way a scanner does: paper tone, blur, noise, JPEG. Only
 * luminance is compared, and only with the scan itself at the size that is published.
 */
const records: WebpOptions[] = [
  ...[50, 60, 70, 75, 80, 85, 90].map((quality) => ({ quality, effort: 2 })),
  ...[0, 4, 6].map((effort) => ({ quality: 75, effort })),
  ...(["text", "drawing"] as const).map((preset) => ({ quality: 75, effort: 2, preset })),
  { quality: 75, effort: 2, smartSubsample: true },
];

type Grey = { pixels: Uint8Array; width: number; height: number };
type Box = { left: number; top: number; width: number; height: number };
type Mail = { x: number; y: number; points: number; index: number };

const [smallest, small] = [2, 2.5];
const pageWidth = 595;
const pixelsPerPoint = imageWidths.paper.reading / pageWidth;
const random = seededRandom(5);

await printTable();

async function printTable(): Promise<void> {
  const form = await scanned(await drawn([pageWidth, 842], formContent()));
  const formGrey = await toGrey(form);
  const print = await drawFinePrint();
  console.log("setting                       cpu ms    kB   PSNR    SSIM   edges kept   misread at 2 pt, 2.5 pt");
  for (const record of records) {
    const { bytes, milliseconds } = await pressed(form, record);
    const grey = await toGrey(await toPicture(sharp(bytes)));
    const printGrey = await toGrey(await toPicture(sharp((await pressed(print.scan, record)).bytes)));
    console.log(
      nameOf(record).padEnd(30),
      milliseconds.toFixed(0).padStart(5),
      (bytes.length / 1000).toFixed(0).padStart(5),
      psnr(formGrey, grey).toFixed(2).padStart(6),
      ssim(formGrey, grey).toFixed(4).padStart(7),
      edgesKept(formGrey, grey).toFixed(3).padStart(12),
      shareMisread(printGrey, print, smallest).padStart(11),
      shareMisread(printGrey, print, small).padStart(8),
    );
  }
  const unpressed = await toGrey(print.scan);
  console.log(
    `the scan itself: ${shareMisread(unpressed, print, smallest)}, ${shareMisread(unpressed, print, small)} misread`,
  );
}

function nameOf(record: WebpOptions): string {
  const words = Object.entries(record).map(([name, value]) => (value === true ? name : `${name} ${value}`));
  const isOurs = JSON.stringify(record) === JSON.stringify(webpOptions.reading);
  return words.join(", ") + (isOurs ? " *" : "");
}

async function pressed(picture: Picture, options: WebpOptions): Promise<{ bytes: Buffer; milliseconds: number }> {
  const before = process.cpuUsage();
  const bytes = await fromPicture(picture).webp(options).toBuffer();
  const { user, system } = process.cpuUsage(before);
  return { bytes, milliseconds: (user + system) / 1000 };
}

/** A form such as an office sends: grey labels, table lines, a portrait, a signature, a red stamp over black print. */
function formContent(): string {
  const rows = Array.from({ length: 40 }, (_row, index) => {
    const y = 700 - index * 15;
    const label = `0.45 g ${textAt(60, y, 7, `${index + 1}. Particulars of the applicant as printed in the passport`)}`;
    return `${label}0 g ${textAt(300, y, 9, `AB ${1234567 + index * 7919}  SPECIMEN NAME ${index}`)}0.7 G 55 ${y - 4} 485 14 re S\n`;
  });
  const face = Array.from(
    { length: 60 },
    (_band, index) => `0.${30 + index} 0.${25 + index} 0.${20 + index} rg 450 ${730 + index} 80 1.2 re f\n`,
  );
  const stamp = `0.75 0.1 0.1 rg 0.75 0.1 0.1 RG 2 w 330 180 150 50 re S ${textAt(342, 198, 18, "SPECIMEN ONLY")}`;
  return `0 g ${textAt(60, 770, 18, "APPLICATION FOR A WORK PERMIT")}${rows.join("")}${face.join("")}${stamp}`;
}

async function drawn(size: [number, number], content: string): Promise<Picture> {
  for await (const page of readPdf(handmadePdf([{ size, content }]))) return page;
  throw new Error("The drawing has no page");
}

async function softened(picture: Picture): Promise<Picture> {
  return await toPicture(fromPicture(picture).removeAlpha().blur(0.7).linear([0.86, 0.85, 0.82], [24, 24, 22]));
}

async function scanned(picture: Picture): Promise<Picture> {
  const soft = await softened(picture);
  soft.pixels.forEach((value, index) => {
    soft.pixels[index] = Math.min(255, Math.max(0, value + (random() + random() + random() - 1.5) * 8));
  });
  return await readPhoto(await fromPicture(soft).jpeg({ quality: 90 }).toBuffer());
}

type FinePrint = { scan: Picture; alphabet: Grey[]; letters: Mail[] };

/** Random letters, and the same sheet once for each letter of the alphabet, clean: what a reader compares with. */
async function drawFinePrint(): Promise<FinePrint> {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".split("");
  const letters = [smallest, small].flatMap((points, block) =>
    Array.from({ length: 1440 }, (_letter, index) => ({
      points,
      x: 20 + (index % 144) * 3.8 + random() * 0.3,
      y: 110 - block * 50 - Math.floor(index / 144) * 4.5,
      index: Math.floor(random() * alphabet.length),
    })),
  );
  const sheet = (characterOf: (letter: Mail) => string) =>
    drawn([pageWidth, 120], letters.map((one) => textAt(one.x, one.y, one.points, characterOf(one), "F2")).join(""));
  const clean: Grey[] = [];
  for (const character of alphabet) clean.push(await toGrey(await softened(await sheet(() => character))));
  return { scan: await scanned(await sheet(({ index }) => alphabet[index] ?? "")), alphabet: clean, letters };
}

/** A letter is misread when another one of the alphabet resembles what is there at least as much. */
function shareMisread(grey: Grey, { alphabet, letters }: FinePrint, points: number): string {
  const asked = letters.filter((letter) => letter.points === points);
  const misread = asked.filter((letter) => {
    const likeness = alphabet.map((clean) => correlation(grey, clean, letter));
    return likeness.some((value, index) => index !== letter.index && value >= (likeness[letter.index] ?? 0));
  });
  return `${((100 * misread.length) / asked.length).toFixed(1)} %`;
}

function correlation(a: Grey, b: Grey, { x, y, points }: Mail): number {
  const { varA, varB, covariance } = compare(a, b, {
    left: Math.floor(x * pixelsPerPoint) - 1,
    top: Math.floor(a.height - (y + points * 0.7) * pixelsPerPoint) - 1,
    width: Math.ceil(points * 0.62 * pixelsPerPoint) + 2,
    height: Math.ceil(points * 0.85 * pixelsPerPoint) + 2,
  });
  return covariance / Math.sqrt(varA * varB + 1e-9);
}

async function toGrey(picture: Picture): Promise<Grey> {
  return await toPicture(fromPicture(picture).removeAlpha().toColourspace("b-w"));
}

function at({ pixels, width }: Grey, column: number, row: number): number {
  return pixels[row * width + column] ?? 0;
}

function psnr(a: Grey, b: Grey): number {
  const squares = a.pixels.reduce((sum, value, index) => sum + (value - (b.pixels[index] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.pixels.length));
}

/** Mean structural similarity over windows of 8 × 8, every four pixels. */
function ssim(a: Grey, b: Grey): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let [total, windows] = [0, 0];
  for (let top = 0; top + 8 <= a.height; top += 4) {
    for (let left = 0; left + 8 <= a.width; left += 4) {
      const { meanA, meanB, varA, varB, covariance } = compare(a, b, { left, top, width: 8, height: 8 });
      const light = (2 * meanA * meanB + c1) / (meanA ** 2 + meanB ** 2 + c1);
      total += (light * (2 * covariance + c2)) / (varA + varB + c2);
      windows += 1;
    }
  }
  return total / windows;
}

function compare(a: Grey, b: Grey, { left, top, width, height }: Box) {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let row = top; row < top + height; row += 1) {
    for (let column = left; column < left + width; column += 1) {
      const [valueA, valueB] = [at(a, column, row), at(b, column, row)];
      sumA += valueA;
      sumB += valueB;
      sumAA += valueA * valueA;
      sumBB += valueB * valueB;
      sumAB += valueA * valueB;
    }
  }
  const n = width * height;
  const [meanA, meanB] = [sumA / n, sumB / n];
  return {
    meanA,
    meanB,
    varA: sumAA / n - meanA ** 2,
    varB: sumBB / n - meanB ** 2,
    covariance: sumAB / n - meanA * meanB,
  };
}

/** How much of the steepness of strokes and lines is still where it was: 1 is all of it. */
function edgesKept(before: Grey, after: Grey): number {
  let [steepness, lost] = [0, 0];
  for (let row = 0; row + 1 < before.height; row += 1) {
    for (let column = 0; column + 1 < before.width; column += 1) {
      const [across, down] = slopeAt(before, column, row);
      const steep = Math.hypot(across, down);
      if (steep < 40) continue;
      const [acrossAfter, downAfter] = slopeAt(after, column, row);
      steepness += steep;
      lost += Math.hypot(across - acrossAfter, down - downAfter);
    }
  }
  return 1 - lost / steepness;
}

function slopeAt(grey: Grey, column: number, row: number): [number, number] {
  const here = at(grey, column, row);
  return [at(grey, column + 1, row) - here, at(grey, column, row + 1) - here];
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

import { between, pick, type Random, seededRandom, seedOf } from "../random.ts";
import { beside, curve, type Drawing, line, moved } from "./drawing.ts";
import { ink, label, signatureInk } from "./inks.ts";
import { fitted, write } from "./lettering.ts";

/** What stands under the line, and who signed on it: the same signer always signs the same way. */
type Signed = readonly [caption: string, signer: string];

/** One or two signed lines beside each other. */
export const signatures = (...entries: readonly Signed[]): Drawing =>
  beside(entries.map((entry, index) => [index * 600, signedLine(entry)]));

const lineWidth = 420;

function signedLine([caption, signer]: Signed): Drawing {
  const base = line(0, 92, lineWidth, 92, { stroke: ink, width: 1.6 });
  const under = write(caption, 0, 124, fitted(caption, lineWidth, label));
  return { svg: moved(squiggle(signer), 24, 66) + base + under, height: 128 };
}

/** Handwriting that says nothing: a tall letter and waves, perhaps once more, and perhaps a stroke back under them. */
export function squiggle(signer: string): string {
  const random = seededRandom(seedOf(signer));
  const twoWords = random() < 0.5;
  const path = [
    `M4 0${pick(tallLetters, random)}`,
    waves(between(2, twoWords ? 4 : 7, random), random),
    ...(twoWords ? [`m10 0${pick(tallLetters, random)}`, waves(between(1, 3, random), random)] : []),
    `c20 -8 34 -10 ${between(40, 70, random)} ${between(-18, -4, random)}`,
    random() < 0.4 ? `c-60 16 -120 20 -${between(130, 180, random)} ${between(28, 40, random)}` : "",
  ];
  const drawn = curve(path.join(""), { stroke: signatureInk, width: 2.8 });
  return `<g transform="skewX(-${between(2, 24, random)})">${drawn}</g>`;
}

function waves(count: number, random: Random): string {
  const letters = Array.from({ length: count }, () => {
    const height = between(10, 30, random);
    const width = between(8, 20, random);
    const loop = random() < 0.25 ? 22 : 0;
    const up = `c${width * 0.5} ${-height - loop} ${width * 1.3} ${-height - loop} ${width * 0.8} 0`;
    return `${up}c${-between(2, 8, random)} ${height * 0.5} 4 ${height * 0.6} ${width * 0.5} ${between(-2, 1, random)}`;
  });
  return letters.join("");
}

// Each begins and ends at the base line.
const tallLetters = [
  "c14 -80 36 -84 26 -24c-4 26 -26 30 -22 4c4 -16 16 -8 22 20",
  "m8 -60c-10 30 -14 50 -12 64c2 -40 24 -74 40 -62c14 12 -14 36 -36 32c20 2 30 16 36 26",
  "m40 -50c-30 -18 -50 14 -20 22c34 8 24 40 -8 32c-24 -6 -8 -16 30 -4",
  "m-4 -52c20 -14 50 -14 60 -4c-26 6 -40 30 -44 60c10 -26 22 -14 34 -4",
  "c20 -20 32 -50 36 -66c2 30 4 46 8 66m-36 -24c18 -6 30 -6 50 -2c-6 10 -4 20 6 26",
  "m2 -58c-4 20 -6 40 -4 56c2 10 12 -26 20 -30c10 -4 2 28 12 32",
  "m34 -54c-24 2 -42 30 -38 46c4 14 24 8 40 8",
];

import { pick, type Random, seededRandom, seedOf } from "../random.ts";
import type { InventedPerson } from "../invent-people.ts";
import { box, path, write } from "./svg.ts";

export const portraitWidth = 820;
export const portraitHeight = 1024;

export type Face = Pick<InventedPerson, "passportNumber" | "sex">;

export function portraitIn(subject: Face, width: number): string {
  const height = (width * portraitHeight) / portraitWidth;
  return `<g transform="scale(${width / portraitWidth})">${portrait(subject)}</g>${box(0, 0, width, height, { stroke: "#8b939b", width: 2 })}`;
}

/** A face made of a few flat shapes. Always the same for a candidate. */
export function portrait(subject: Face): string {
  const random = seededRandom(seedOf(`face of ${subject.passportNumber}`));
  const [skin, shade] = pick(skins, random);
  const look = { skin, shade, hair: pick(hairs, random), cloth: pick(cloths, random), random };
  const wearsScarf = subject.sex === "woman" && random() < 0.5;
  const head = subject.sex === "man" ? mansHead(look) : wearsScarf ? [face(look), scarf(look)] : womansHead(look);
  const mark = { size: 44, colour: "#ffffffcc", align: "middle" } as const;
  return [
    box(0, 0, portraitWidth, portraitHeight, { fill: pick(walls, random) }),
    ...head,
    features(look),
    write("SPECIMEN", portraitWidth / 2, 992, mark),
  ].join("");
}

type Look = { skin: string; shade: string; hair: string; cloth: string; random: Random };

const skins = [
  ["#e3b98f", "#cfa077"],
  ["#cf9c6f", "#b98558"],
  ["#b57f55", "#9d6a43"],
  ["#96653f", "#805332"],
] as const;
const hairs = ["#23201f", "#2f2723", "#3b2d25", "#1b1d22"];
const cloths = ["#3f5d7d", "#6c4f6f", "#4d6b58", "#8a5a44", "#54565e", "#2f6f74", "#94703c"];
const scarves = ["#7d8fa8", "#a86f7c", "#5f8579", "#b58a5b", "#8478a3"];
const walls = ["#dbe3e8", "#e4e1da", "#d9e2d8", "#e6dcd8", "#dcdce8"];

const face = ({ cloth, skin, shade }: Look) =>
  path("M40 1024c6 -132 62 -206 168 -240l122 -44h160l122 44c106 34 162 108 168 240z", { fill: cloth }) +
  path("M332 600h156v128c0 92 -156 92 -156 0z", { fill: skin }) +
  path("M332 632c40 56 116 56 156 0v40c-40 52 -116 52 -156 0z", { fill: shade }) +
  path("M258 410c-34 -12 -40 84 2 96zM562 410c34 -12 40 84 -2 96z", { fill: shade }) +
  path(
    "M252 410c0 -118 66 -176 158 -176s158 58 158 176c0 70 -12 132 -44 178c-28 42 -68 72 -114 72s-86 -30 -114 -72c-32 -46 -44 -108 -44 -178z",
    { fill: skin },
  );

const mansHead = (look: Look) => [
  face(look),
  path("M332 716l78 118l-96 44l-34 -132zM488 716l-78 118l96 44l34 -132z", { fill: "#f4f3ef" }),
  path(pick(mensCuts, look.random), { fill: look.hair }),
  path(pick(beards, look.random), { fill: look.hair }),
];

const mensCuts = [
  "M246 420c-24 -150 40 -236 164 -236s188 86 164 236c-6 -52 -20 -84 -44 -108c-70 22 -170 20 -240 0c-24 24 -38 56 -44 108z",
  "M250 400c-10 -120 50 -190 160 -190s170 70 160 190c-10 -60 -30 -98 -52 -118c-60 -20 -156 -20 -216 0c-22 20 -42 58 -52 118z",
];
const beards = [
  "",
  "M254 470c12 20 26 62 44 78c30 -32 194 -32 224 0c18 -16 32 -58 44 -78c-2 120 -64 206 -156 206s-154 -86 -156 -206z",
];

const womansHead = (look: Look) => [
  path(
    "M224 440c-20 -170 60 -262 186 -262s206 92 186 262c-4 110 10 250 36 330c-70 40 -374 40 -444 0c26 -80 40 -220 36 -330z",
    { fill: look.hair },
  ),
  face(look),
  path("M246 450c-10 -150 50 -232 164 -232s174 82 164 232c-14 -70 -62 -140 -164 -178c-102 38 -150 108 -164 178z", {
    fill: look.hair,
  }),
];

/** The path of the opening runs in the opposite direction, so that the opening is not filled. */
const scarf = ({ random }: Look) =>
  path(
    "M196 470c-30 -190 70 -306 214 -306s244 116 214 306c-8 96 8 190 58 262c-70 110 -474 110 -544 0c50 -72 66 -166 58 -262z" +
      "M272 430c0 104 40 214 138 222c98 -8 138 -118 138 -222c8 -110 -52 -168 -138 -168s-146 58 -138 168z",
    { fill: pick(scarves, random) },
  ) + path("M300 700c70 44 190 40 262 -34", { stroke: "#00000022", width: 10 });

const features = ({ hair, shade, random }: Look) =>
  path("M312 398q34 -20 68 -4M440 394q34 -16 68 4", { stroke: hair, width: 12 }) +
  path("M346 438v4M474 438v4", { stroke: "#1f1a18", width: 25 }) +
  path("M412 450q-4 36 -18 52q14 12 34 2", { stroke: shade, width: 9 }) +
  path(`M366 572q44 ${8 + random() * 14} 88 0`, { stroke: "#8c4b42", width: 11 });

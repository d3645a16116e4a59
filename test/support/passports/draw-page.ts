import sharp from "sharp";
import { between, pick, type Random } from "#demo/random.ts";
import { portraitIn } from "#demo/documents/portrait.ts";
import { box, moved, path, svgOf, write } from "#demo/documents/svg.ts";
import type { Holder } from "./holder.ts";
import ocrB from "./ocr-b.json" with { type: "json" };
import { outlined } from "./outlined.ts";

/** Sizes in millimetres of an open passport: its data page, and above it part of the previous page. */
export const spread = { width: 125, height: 120, dataPageTop: 32 } as const;
const dotsPerMillimetre = 14;

export type Raster = { width: number; height: number; data: Uint8Array };

export async function drawPage(holder: Holder, random: Random): Promise<Raster> {
  const [width, height] = [spread.width * dotsPerMillimetre, spread.height * dotsPerMillimetre];
  const content = `<g transform="scale(${dotsPerMillimetre})">${pageBefore(random)}${moved(dataPage(holder, random), 0, spread.dataPageTop)}</g>`;
  const { data } = await sharp(svgOf(width, height, content))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data };
}

const tints = ["#eef3ea", "#f3efe4", "#e8eef4", "#f4eaea", "#efeff2"];
const waves = ["#b9d4bf", "#d9c9a4", "#b4c9de", "#dcb8c0", "#c3c3d6"];

const pageBefore = (random: Random) =>
  box(0, 0, spread.width, spread.dataPageTop, { fill: pick(tints, random) }) +
  [
    "PEOPLE'S REPUBLIC",
    "These are to request and require all those whom it may concern",
    "to allow the bearer to pass freely without let or hindrance",
  ]
    .map((line, at) => write(line, 62, 8 + at * 8, { size: at === 0 ? 4 : 3, colour: "#59626b", align: "middle" }))
    .join("");

function dataPage(holder: Holder, random: Random): string {
  const tint = between(0, tints.length - 1, random);
  return (
    box(0, 0, spread.width, 88, { fill: tints[tint] ?? "#fff" }) +
    pattern(waves[tint] ?? "#ccc", random) +
    moved(portraitIn({ passportNumber: holder.number, sex: holder.sex === "F" ? "woman" : "man" }, 32), 6, 17) +
    visualZone(holder) +
    machineReadableZone(holder, random)
  );
}

/** The fine waves printed on passports. They also run below the machine-readable lines. */
function pattern(colour: string, random: Random): string {
  const [step, wave, strength] = [1.2 + random() * 2, 4 + random() * 14, 0.1 + random() * 0.25];
  const rows = Array.from({ length: Math.ceil(88 / step) }, (_, at) => {
    const bends = Array.from({ length: Math.ceil(spread.width / wave) }, () => `t${wave} 0`).join("");
    return path(`M0 ${at * step}q${wave / 2} ${step * 1.6} ${wave} 0${bends}`, { stroke: colour, width: strength });
  });
  return `<g opacity="0.8">${rows.join("")}</g>`;
}

function visualZone({ country, number, surname, given, birth, sex, expiry, personalNumber }: Holder): string {
  const facts = [
    ["Type / Country code / Passport no.", `P      ${country}      ${number}`],
    ["Surname", surname],
    ["Given name", given],
    ["Nationality", country === "BGD" ? "BANGLADESHI" : country],
    ["Date of birth / Sex", `${birth}   ${sex}`],
    ["Personal no.", personalNumber],
    ["Date of expiry", expiry],
  ];
  return (
    write("PASSPORT", 8, 10, { size: 5, colour: "#3a4653", bold: true }) +
    facts
      .map(
        ([label = "", value = ""], at) =>
          write(label, 44, 8 + at * 8, { size: 1.9, colour: "#6a7480" }) +
          write(value, 44, 11.6 + at * 8, { size: 3.3, colour: "#20252b" }, 78),
      )
      .join("")
  );
}

/** Two lines of 44 characters, each 2.54 mm wide. Weight, width and position vary as between printers. */
function machineReadableZone({ lines }: Holder, random: Random): string {
  const size = 2.54 / 0.7234;
  const [grey, weight, stretch] = [between(15, 70, random), random() * 0.14, 0.975 + random() * 0.05];
  const [left, top] = [5.2 + random() * 2.4, 69.5 + random() * 2.5];
  const ink = `rgb(${grey},${grey},${grey + 5})`;
  return lines
    .map((line, at) => {
      const characters = moved(outlined(ocrB, line, size), 0, 3);
      return `<g transform="translate(${left} ${top + at * 6.35}) scale(${stretch} 1)" fill="${ink}" stroke="${ink}" stroke-width="${(weight * 1000) / size}">${characters}</g>`;
    })
    .join("");
}

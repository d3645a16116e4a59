import { between, type Random } from "../random.ts";
import { box, curve, type Drawing, moved, space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import { label, rule, strong } from "./inks.ts";
import { write } from "./lettering.ts";
import { type Layout, sheetWidth } from "./paper.ts";
import { signatures } from "./signature.ts";
import { textLine } from "./text-blocks.ts";

export const fingerprint: Layout = ({ subject, facts, random }) =>
  stack(
    [
      fieldGrid([
        [
          ["Name", subject.inLatin.name],
          ["Passport number", subject.passportNumber],
        ],
        [
          ["Born on", facts.bornOn],
          ["Taken on", facts.issuedOn],
        ],
      ]),
      space(0),
      hand("Right hand", random),
      hand("Left hand", random),
      space(0),
      signatures(["Candidate", subject.inLatin.name], ["Taken by", "the clerk for fingerprints"]),
    ],
    40,
  );

const fingers = ["Thumb", "Index", "Middle", "Ring", "Little"];
const cell = sheetWidth / fingers.length;

function hand(title: string, random: Random): Drawing {
  const cells = fingers.map((finger, index) =>
    moved(
      box(0, 0, cell, 300, { stroke: rule, width: 2 }) +
        write(finger, cell / 2, 286, { ...label, align: "middle" }) +
        moved(fingertip(random), cell / 2, 130),
      index * cell,
      0,
    ),
  );
  return stack([textLine(title, strong), { svg: cells.join(""), height: 300 }], 18);
}

const fingertip = (random: Random) => (random() < 0.5 ? whorl(random) : arch(random));

const ridge = "#454b55";

function whorl(random: Random): string {
  const ridges = Array.from({ length: 13 }, (_, index) => {
    const reach = 9 + index * 8;
    const [dx, dy] = [between(-3, 3, random), 14 - index];
    const path = `M${dx - reach * 0.7} ${dy}a${reach * 0.7} ${reach} 0 1 1 ${reach * 1.4} 0a${reach * 0.7} ${reach} 0 1 1 ${-reach * 1.4} 0`;
    return curve(path, { stroke: ridge, width: 3.6, dashes: `${between(50, 160, random)} ${between(6, 11, random)}` });
  });
  return `<g opacity="0.78">${ridges.join("")}</g>`;
}

function arch(random: Random): string {
  const ridges = Array.from({ length: 24 }, (_, index) => {
    const y = -100 + index * 9;
    const half = 74 * Math.sqrt(Math.max(0.04, 1 - ((y + 4) / 112) ** 2));
    const rise = between(30, 40, random) * (1 - Math.abs(y) / 160);
    const path = `M${-half} ${y + rise / 3}c${half * 0.6} 0 ${half * 0.55} ${-rise} ${half} ${-rise}s${half * 0.4} ${rise} ${half} ${rise}`;
    return curve(path, { stroke: ridge, width: 3.6, dashes: `${between(40, 130, random)} ${between(6, 11, random)}` });
  });
  return `<g opacity="0.78">${ridges.join("")}</g>`;
}

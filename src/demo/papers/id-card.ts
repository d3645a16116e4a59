import { box, curve, type Drawing, moved, space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import { ink, label, note, rule } from "./inks.ts";
import { write } from "./lettering.ts";
import { type Layout, operator, type DocumentRow } from "./paper.ts";
import { portraitIn } from "./portrait.ts";
import { squiggle } from "./signature.ts";
import { paragraph } from "./text-blocks.ts";

const cardWidth = 900;
const cardHeight = 566;
const cardLeft = (1020 - cardWidth) / 2;

export const idCard: Layout = (paper) => stack([placed(front(paper)), space(26), placed(back(paper))], 20);

const placed = (card: string): Drawing => ({ svg: moved(card, cardLeft, 0), height: cardHeight });

const blank = (tint: string) =>
  box(6, 8, cardWidth, cardHeight, { fill: "#00000018", radius: 30 }) +
  box(0, 0, cardWidth, cardHeight, { fill: "#fdfdfb", stroke: tint, width: 3, radius: 30 });

const front = ({ subject, facts, tint }: DocumentRow) =>
  [
    blank(tint),
    curve(`M0 104v-74a30 30 0 0 1 30 -30h${cardWidth - 60}a30 30 0 0 1 30 30v74z`, { fill: tint }),
    write(operator, 40, 66, { size: 26, colour: "#ffffff", pen: "bold" }),
    write("ID card", cardWidth - 40, 65, { size: 22, colour: "#ffffff", align: "right" }),
    portraitIn(subject, 40, 144, 270),
    moved(
      fieldGrid(
        [
          [["Name", subject.inLatin.name]],
          [
            ["Passport number", subject.passportNumber],
            ["Born on", facts.bornOn],
          ],
          [
            ["Nationality", subject.nationality],
            ["Card number", facts.reference],
          ],
        ],
        510,
      ).svg,
      350,
      152,
    ),
    write("SPECIMEN", cardWidth - 40, 524, { size: 18, colour: tint, align: "right", tracking: 0.4 }),
  ].join("");

const back = ({ subject, facts, tint }: DocumentRow) =>
  [
    blank(tint),
    box(0, 54, cardWidth, 74, { fill: `${tint}33` }),
    moved(
      fieldGrid(
        [
          [["Address", subject.inLatin.address]],
          [
            ["Work", facts.occupation],
            ["Valid until", facts.validUntil],
          ],
        ],
        820,
      ).svg,
      40,
      164,
    ),
    write("Signature", 40, 396, label),
    box(40, 412, 380, 112, { fill: "#ffffff", stroke: rule, width: 2, radius: 8 }),
    moved(squiggle(subject.inLatin.name), 80, 484),
    moved(
      paragraph("Lost cards go back to the office that gave them out. This one belongs to nobody.", note, 390).svg,
      462,
      420,
    ),
    write("SPECIMEN", cardWidth - 40, 100, { size: 20, colour: ink, align: "right", tracking: 0.4 }),
  ].join("");

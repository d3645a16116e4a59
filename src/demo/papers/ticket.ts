import { between, type Random } from "../random.ts";
import { box, curve, type Drawing, line, moved, space, stack } from "./drawing.ts";
import { type Field, fieldGrid } from "./form-blocks.ts";
import { faintInk, ink, label } from "./inks.ts";
import { fitted, write } from "./lettering.ts";
import type { Layout, DocumentRow } from "./paper.ts";
import { timeOfDay } from "./paper-facts.ts";
import { table } from "./table.ts";
import { list } from "./text-blocks.ts";

export const ticket: Layout = (paper) => {
  const { subject, facts, tint, random } = paper;
  const flight = `DM ${between(100, 899, random)}`;
  return stack(
    [
      boardingCard(paper, flight),
      space(0),
      table(
        [
          { title: "Flight", width: 190 },
          { title: "From", width: 310 },
          { title: "To", width: 330 },
          { title: "Leaves", width: 190 },
        ],
        [
          [flight, "Dhaka (DAC)", "Halfway Island (HWI)", timeOfDay(random)],
          [
            `DM ${between(100, 899, random)}`,
            "Halfway Island (HWI)",
            `${facts.town} (${facts.townCode})`,
            timeOfDay(random),
          ],
        ],
        tint,
      ),
      fieldGrid([
        [
          ["Passport number", subject.passportNumber],
          ["Ticket number", facts.reference],
        ],
      ]),
      list(
        [
          "Be at the counter three hours before the flight leaves.",
          "One suitcase of 23 kg and one bag of 7 kg travel with you.",
          "Demo Air has no aircraft. Nobody travels on this paper.",
        ],
        { numbered: false },
      ),
    ],
    44,
  );
};

const cardHeight = 500;
const stubLeft = 760;

function boardingCard({ subject, facts, tint, random }: DocumentRow, flight: string): Drawing {
  const seat = `${between(4, 38, random)}${"ACDF".charAt(between(0, 3, random))}`;
  const card = [
    box(0, 0, 1020, cardHeight, { fill: "#ffffff", stroke: tint, width: 3, radius: 22 }),
    curve(`M0 74v-52a22 22 0 0 1 22 -22h976a22 22 0 0 1 22 22v52z`, { fill: tint }),
    write("Demo Air", 32, 48, { size: 24, colour: "#ffffff", pen: "bold" }),
    write("Boarding card", stubLeft - 32, 47, { size: 19, colour: "#ffffff", align: "right" }),
    write(flight, 988, 47, { size: 20, colour: "#ffffff", pen: "bold", align: "right" }),
    line(stubLeft, 88, stubLeft, cardHeight - 14, { stroke: faintInk, width: 3, dashes: "3 12" }),
    moved(route(facts.townCode, facts.town, tint), 32, 0),
    moved(fieldsOf([["Passenger", subject.inLatin.name]], 696), 32, 310),
    moved(
      fieldsOf(
        [
          ["Date", facts.travelsOn],
          ["Gate", String(between(2, 40, random))],
          ["Seat", seat],
        ],
        696,
      ),
      32,
      400,
    ),
    moved(stub(subject.passportNumber, seat, facts.townCode, random), stubLeft + 30, 0),
  ];
  return { svg: card.join(""), height: cardHeight };
}

const fieldsOf = (row: readonly Field[], width: number) => fieldGrid([row], width).svg;

const route = (code: string, town: string, tint: string) =>
  [
    write("DAC", 0, 200, { size: 60, colour: ink, pen: "bold" }),
    write("Dhaka", 0, 246, { ...label, size: 18 }),
    write(code, 696, 200, { size: 60, colour: ink, pen: "bold", align: "right" }),
    write(town, 696, 246, { ...label, size: 18, align: "right" }),
    line(232, 166, 464, 166, { stroke: tint, width: 4, dashes: "1 13" }),
    box(216, 157, 18, 18, { stroke: tint, width: 4, radius: 9 }),
    box(340, 158, 16, 16, { fill: tint, radius: 8 }),
    curve("M458 152l22 14l-22 14z", { fill: tint }),
    write("via HWI", 348, 212, { ...label, size: 15, align: "middle" }),
  ].join("");

const stub = (passportNumber: string, seat: string, code: string, random: Random) =>
  [
    write(passportNumber, 0, 122, { size: 20, colour: ink }),
    write(`DAC → ${code}`, 0, 176, fitted(`DAC → ${code}`, 200, { size: 26, colour: ink, pen: "bold" })),
    write(`Seat ${seat}`, 0, 224, { size: 20, colour: ink }),
    bars(200, 190, random, 270),
  ].join("");

function bars(width: number, height: number, random: Random, y: number): string {
  let svg = "";
  for (let x = 0; x < width - 8;) {
    const thick = between(2, 8, random);
    svg += box(x, y, thick, height, { fill: ink });
    x += thick + between(3, 8, random);
  }
  return svg;
}

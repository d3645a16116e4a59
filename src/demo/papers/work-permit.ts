import { moved, space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import { body, ink } from "./inks.ts";
import { fitted, write } from "./lettering.ts";
import { type Layout, operator, sheetWidth } from "./paper.ts";
import { signatures } from "./signature.ts";

export const workPermit: Layout = ({ subject, facts, tint }) =>
  stack([
    space(80),
    centred("This specimen says that", 50),
    { svg: nameOf(subject.inLatin.name, tint), height: 96 },
    centred(`may work as ${facts.occupation.toLowerCase()} for`, 50),
    centred(facts.employer, 44, true),
    centred(`in ${facts.town} from ${facts.startsOn}.`, 120),
    fieldGrid([
      [
        ["Permit number", facts.reference],
        ["Issued on", facts.issuedOn],
        ["Valid until", facts.validUntil],
      ],
      [
        ["Passport number", subject.passportNumber],
        ["IRCC number", subject.irccNumber],
        ["Nationality", subject.nationality],
      ],
      [
        ["Born on", facts.bornOn],
        ["Hours a week", String(facts.hoursAWeek)],
        ["Pay an hour", facts.hourlyPay],
      ],
      [["Address", subject.inLatin.address]],
    ]),
    space(150),
    signatures(["Holder", subject.inLatin.name], [`For ${operator}`, operator]),
  ]);

const nameOf = (name: string, tint: string) =>
  moved(
    write(name, sheetWidth / 2, 46, fitted(name, 940, { size: 42, colour: tint, pen: "bold", align: "middle" })),
    0,
    16,
  );

const centred = (text: string, height: number, bold = false) => ({
  svg: write(text, sheetWidth / 2, 24, {
    ...body,
    size: 26,
    colour: ink,
    align: "middle",
    pen: bold ? "bold" : "plain",
  }),
  height,
});

import { box, type Drawing, space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import { body } from "./inks.ts";
import { write } from "./lettering.ts";
import { type Layout, sheetWidth } from "./paper.ts";
import { signatures } from "./signature.ts";
import { table } from "./table.ts";
import { paragraph } from "./text-blocks.ts";

export const policeClearance: Layout = ({ subject, facts, tint }) =>
  stack(
    [
      paragraph("For the person named here, the records below were looked through on the day of issue."),
      fieldGrid([
        [
          ["Name", subject.inLatin.name],
          ["Passport number", subject.passportNumber],
        ],
        [
          ["Father's name", subject.inLatin.fatherName],
          ["Mother's name", subject.inLatin.motherName],
        ],
        [["Address", subject.inLatin.address]],
      ]),
      finding("Nothing was found.", tint),
      table(
        [
          { title: "Records", width: 480 },
          { title: "Years", width: 300 },
          { title: "Found", width: 240 },
        ],
        [
          ["Complaints", "2012 – 2025", "none"],
          ["Cases in court", "2012 – 2025", "none"],
          ["Travel bans", "2016 – 2025", "none"],
        ],
        tint,
      ),
      paragraph(`Issued on ${facts.issuedOn}. The number of this paper is ${facts.reference}.`),
      space(30),
      signatures(["Clerk, Demo Records Office", "the clerk for records"]),
    ],
    48,
  );

function finding(text: string, tint: string): Drawing {
  const frame = box(0, 0, sheetWidth, 150, { fill: `${tint}14`, stroke: tint, width: 2, radius: 10 });
  const style = { ...body, size: 38, colour: tint, pen: "bold", align: "middle" } as const;
  return { svg: frame + write(text, sheetWidth / 2, 94, style), height: 150 };
}

import { beside, box, type Drawing, moved, space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import { body, strong } from "./inks.ts";
import { fitted } from "./lettering.ts";
import { type Layout, operator, type DocumentRow } from "./paper.ts";
import { signatures } from "./signature.ts";
import { list, paragraph, textLine } from "./text-blocks.ts";

export const visaApproval: Layout = (paper) => {
  const { subject, facts } = paper;
  return stack(
    [
      beside([
        [0, addressee(paper)],
        [560, referenceBox(paper)],
      ]),
      textLine(`Dear ${subject.inLatin.name},`, { ...strong, size: 24 }),
      paragraph(
        `Your application for work as ${facts.occupation.toLowerCase()} with ${facts.employer} was agreed to on ${facts.issuedOn}. You may travel from ${facts.travelsOn} and stay until ${facts.validUntil}.`,
      ),
      textLine("What to do next", { ...strong, size: 24 }),
      list(
        [
          "Check that your name and numbers are spelt here as in your passport.",
          "Keep this letter with your passport when you travel.",
          `Show your work permit to ${facts.employer} on your first day, ${facts.startsOn}.`,
          "Ask the office that sent you this letter when something is not clear to you.",
        ],
        { numbered: true },
      ),
      paragraph("Nobody may ask you for money for this letter."),
      space(30),
      signatures([`For ${operator}`, operator]),
    ],
    42,
  );
};

function addressee({ subject, facts }: DocumentRow): Drawing {
  const lines = [subject.inLatin.name, ...subject.inLatin.address.split(", "), "", facts.issuedOn];
  return stack(
    lines.map((text) => textLine(text, text === "" ? body : fitted(text, 520, body))),
    18,
  );
}

function referenceBox({ subject, facts, tint }: DocumentRow): Drawing {
  const fields = fieldGrid(
    [
      [["Passport number", subject.passportNumber]],
      [["IRCC number", subject.irccNumber]],
      [["Our number", facts.reference]],
    ],
    400,
  );
  const frame = box(0, 0, 460, fields.height + 56, { fill: `${tint}12`, radius: 12 });
  return { svg: frame + moved(fields.svg, 30, 32), height: fields.height + 56 };
}

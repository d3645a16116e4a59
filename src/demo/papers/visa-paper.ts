import { beside, box, type Drawing, space, stack } from "./drawing.ts";
import { fieldGrid, sectionHead } from "./form-blocks.ts";
import { faintInk, label } from "./inks.ts";
import { write } from "./lettering.ts";
import { type Layout, operator, sheetWidth } from "./paper.ts";
import { portraitIn } from "./portrait.ts";
import { signatures } from "./signature.ts";
import { list } from "./text-blocks.ts";

export const visaPaper: Layout = ({ subject, facts, tint }) =>
  stack(
    [
      beside([
        [0, { svg: portraitIn(subject, 0, 0, 328), height: 410 }],
        [
          360,
          fieldGrid(
            [
              [["Name", subject.inLatin.name]],
              [
                ["Passport number", subject.passportNumber],
                ["IRCC number", subject.irccNumber],
              ],
              [
                ["Born on", facts.bornOn],
                ["Nationality", subject.nationality],
              ],
              [["Issued on", facts.issuedOn]],
            ],
            660,
          ),
        ],
      ]),
      fieldGrid([[["Address", subject.inLatin.address]]]),
      threeParts(
        [
          ["Kind of stay", "Work"],
          ["From", facts.startsOn],
          ["Until", facts.validUntil],
        ],
        tint,
      ),
      sectionHead("What the paper says", tint),
      list(
        [
          `The holder works as ${facts.occupation.toLowerCase()} for ${facts.employer} in ${facts.town}.`,
          "The holder may leave and come back as often as needed.",
          "This paper is a drawing. It opens no border and proves nothing about anybody.",
        ],
        { numbered: false },
      ),
      space(4),
      signatures(["Holder", subject.inLatin.name], [`For ${operator}`, operator]),
    ],
    42,
  );

function threeParts(parts: readonly (readonly [string, string])[], tint: string): Drawing {
  const width = sheetWidth / parts.length;
  const frame = box(0, 0, sheetWidth, 150, { stroke: tint, width: 3, radius: 12 });
  const texts = parts.map(
    ([name, content], index) =>
      write(name, width * (index + 0.5), 52, { ...label, colour: faintInk, align: "middle" }) +
      write(content, width * (index + 0.5), 106, { size: 23, colour: tint, pen: "bold", align: "middle" }),
  );
  return { svg: frame + texts.join(""), height: 150 };
}

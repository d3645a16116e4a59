import { beside, moved, stack } from "./drawing.ts";
import { choices, comb, fieldGrid, sectionHead } from "./form-blocks.ts";
import type { Layout } from "./paper.ts";
import { portraitIn } from "./portrait.ts";
import { signatures } from "./signature.ts";

export const application: Layout = ({ subject, facts, tint }) => {
  const form = stack(
    [
      sectionHead("1   The person", tint, 740),
      fieldGrid([[["Name", subject.inLatin.name]], [["Father's name", subject.inLatin.fatherName]]], 740),
      fieldGrid([[["Mother's name", subject.inLatin.motherName]], [["Address", subject.inLatin.address]]]),
      fieldGrid([
        [
          ["Born on", facts.bornOn],
          ["Nationality", subject.nationality],
        ],
      ]),
      choices([
        ["Woman", subject.sex === "woman"],
        ["Man", subject.sex === "man"],
        ["Travels alone", true],
        ["Travels with family", false],
      ]),
      sectionHead("2   The numbers", tint),
      beside([
        [0, comb(["Passport number", subject.passportNumber], 10)],
        [540, comb(["IRCC number", subject.irccNumber], 10)],
      ]),
      sectionHead("3   The work", tint),
      fieldGrid([
        [
          ["Work applied for", facts.occupation],
          ["Employer", facts.employer],
        ],
        [
          ["Place", facts.town],
          ["Wants to begin on", facts.startsOn],
        ],
      ]),
      signatures([`Signed on ${facts.issuedOn}`, subject.inLatin.name]),
    ],
    25,
  );
  return { ...form, svg: form.svg + moved(portraitIn(subject, 0, 0, 236), 784, -76) };
};

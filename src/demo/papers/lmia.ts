import { space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import type { Layout } from "./paper.ts";
import { signatures } from "./signature.ts";
import { table } from "./table.ts";
import { paragraph } from "./text-blocks.ts";

export const lmia: Layout = ({ subject, facts, tint }) =>
  stack(
    [
      fieldGrid([
        [
          ["Employer", facts.employer],
          ["Place", facts.town],
        ],
        [
          ["Candidate", subject.inLatin.name],
          ["Passport number", subject.passportNumber],
        ],
      ]),
      table(
        [
          { title: "Position", width: 300 },
          { title: "People", width: 160 },
          { title: "Hours a week", width: 220 },
          { title: "Pay an hour", width: 340 },
        ],
        [
          [facts.occupation, "2", String(facts.hoursAWeek), facts.hourlyPay],
          ["Helper", "1", "36", "$ 23.10"],
        ],
        tint,
      ),
      table(
        [
          { title: "What was looked at", width: 760 },
          { title: "Yes", width: 130 },
          { title: "No", width: 130 },
        ],
        [
          ["The position was advertised for four weeks", true, false],
          ["The pay is what others there are paid", true, false],
          ["Somebody nearby could do the work", false, true],
          ["The employer pays the journey", true, false],
          ["The employer was found to break rules before", false, true],
        ],
        tint,
      ),
      paragraph(
        `Result: the position may be filled from abroad. This paper ends on ${facts.validUntil}. Its number is ${facts.reference}.`,
      ),
      space(16),
      signatures(["Looked at by", "the clerk for work"], [`For ${facts.employer}`, facts.employer]),
    ],
    40,
  );

import { between } from "../random.ts";
import { space, stack } from "./drawing.ts";
import { fieldGrid } from "./form-blocks.ts";
import { strong } from "./inks.ts";
import type { Layout } from "./paper.ts";
import { signatures } from "./signature.ts";
import { table } from "./table.ts";
import { textLine } from "./text-blocks.ts";

export const medical: Layout = ({ subject, facts, tint, random }) =>
  stack(
    [
      fieldGrid([
        [
          ["Name", subject.inLatin.name],
          ["Passport number", subject.passportNumber],
        ],
        [
          ["Born on", facts.bornOn],
          ["Seen on", facts.issuedOn],
        ],
        [
          ["Height", `${between(152, 184, random)} cm`],
          ["Weight", `${between(50, 84, random)} kg`],
          ["Pulse", `${between(60, 82, random)} a minute`],
          ["Blood pressure", `${between(110, 128, random)}/${between(70, 84, random)}`],
        ],
      ]),
      table(
        [
          { title: "Examined", width: 380 },
          { title: "As usual", width: 160 },
          { title: "See note", width: 160 },
          { title: "Note", width: 320 },
        ],
        examinations.map(([name, remark]) => [name, remark === "", remark !== "", remark]),
        tint,
      ),
      textLine(`Fit for work as ${facts.occupation.toLowerCase()}.`, { ...strong, size: 25, colour: tint }),
      space(20),
      signatures(["Candidate", subject.inLatin.name], ["Physician, Demo Clinic", "the physician"]),
    ],
    44,
  );

const examinations = [
  ["Eyes and sight", "glasses for reading"],
  ["Ears and hearing", ""],
  ["Heart", ""],
  ["Lungs, with X-ray", ""],
  ["Back and joints", ""],
  ["Skin", ""],
  ["Blood", "group not asked for"],
] as const;

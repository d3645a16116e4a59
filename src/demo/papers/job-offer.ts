import { beside, space, stack } from "./drawing.ts";
import { body, faintInk, strong } from "./inks.ts";
import { fitted } from "./lettering.ts";
import type { Layout } from "./paper.ts";
import { signatures } from "./signature.ts";
import { table } from "./table.ts";
import { list, paragraph, textLine } from "./text-blocks.ts";

export const jobOffer: Layout = ({ subject, facts, tint }) =>
  stack(
    [
      beside([
        [0, lines(["To", subject.inLatin.name, ...subject.inLatin.address.split(", ")])],
        [620, lines(["From", facts.employer, "Human resources", facts.town, facts.issuedOn])],
      ]),
      space(10),
      textLine(`Your work with us as ${facts.occupation.toLowerCase()}`, { ...strong, size: 25 }),
      paragraph(
        `We are pleased to offer you work at ${facts.employer}. This letter tells you what you would do, when you would begin and what we would pay you. Please read it with somebody whom you trust before you sign it.`,
      ),
      table(
        [
          { title: "What we agree", width: 360 },
          { title: "", width: 660 },
        ],
        [
          ["Your work", facts.occupation],
          ["Place", facts.town],
          ["First day", facts.startsOn],
          ["Hours a week", String(facts.hoursAWeek)],
          ["Pay an hour", facts.hourlyPay],
          ["Passport number", subject.passportNumber],
        ],
        tint,
      ),
      paragraph(
        "You have three weeks to think about it. We ask you for no money: not for this letter, not for the work.",
      ),
      space(10),
      signatures([`For ${facts.employer}`, facts.employer], [subject.inLatin.name, subject.inLatin.name]),
    ],
    38,
  );

const lines = ([head = "", ...rest]: readonly string[]) =>
  stack(
    [
      textLine(head, { ...body, size: 16, colour: faintInk }),
      ...rest.map((text) => textLine(text, fitted(text, 560, body))),
    ],
    17,
  );

export const jobOfferTerms: Layout = ({ subject, facts }) =>
  stack(
    [
      textLine("Terms of the work", { ...strong, size: 25 }),
      list(
        [
          `The work is that of a ${facts.occupation.toLowerCase()} at ${facts.town}. Other work needs your word in writing.`,
          `A week has ${facts.hoursAWeek} hours. What you work beyond that is paid one and a half times.`,
          "You are paid every second Thursday, with a slip that shows hours, pay and everything taken off.",
          "You have four weeks of paid leave a year and ten days for when you are ill.",
          "For the first six months you can live in a room of ours. It costs at most a tenth of your pay.",
          "We pay your journey here and, when the work ends, your journey home.",
          "Either side can end the work with four weeks' notice, in writing.",
          "Your passport stays with you. Nobody here may ask you to hand it over.",
        ],
        { numbered: true },
      ),
      space(120),
      signatures([`For ${facts.employer}`, facts.employer], [subject.inLatin.name, subject.inLatin.name]),
    ],
    56,
  );

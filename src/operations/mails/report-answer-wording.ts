import { m } from "#i18n/compiled/messages.js";
import { inBothLanguages } from "#i18n/in-both-languages.ts";

type Answered = { operator: string; reference: string; answer: string; link: string };

/**
 * What staff wrote, once, between a beginning and an end in both languages. Nothing of the report itself: whoever wrote it
 * may have given somebody else's address, and their message would travel in this letter.
 */
export const reportAnswered = ({ operator, reference, answer, link }: Answered): { subject: string; text: string } => ({
  subject: inBothLanguages(" / ", (language) => m.mail_report_subject({ reference }, language)),
  text: [
    inBothLanguages("\n\n", (language) => m.mail_report_begins({ operator, reference }, language)),
    answer,
    inBothLanguages("\n\n", (language) => m.mail_report_ends({ link }, language)),
  ]
    .join("\n\n* * *\n\n")
    .concat("\n"),
});

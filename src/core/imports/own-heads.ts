import { kindByName } from "../records/document-file-name.ts";
import { lastDayField, type LastDayField } from "../records/last-days.ts";
import { irccNumber, type SecondNumber } from "../records/second-number.ts";
import { labelsOf, type OwnField, type OwnFieldType, type OwnName, ownName } from "../own-fields/own-field.ts";
import { datedOf, type OwnPaper } from "../own-fields/own-paper.ts";
import { saysEnd } from "./last-day-heading.ts";
import { normalisedHead } from "./normalised-head.ts";
import { type NumberedPaper, numberSaid } from "./number-of-paper.ts";
import { namesOther, recognise } from "./recognise-heading.ts";

/** What is in the column with a heading, if that is an own field, the last day of an own paper, or the number that the operator names. */
export type OwnHeads = ((heading: string) => OwnName | LastDayField | "irccNumber" | undefined) & {
  /** True if the second number is not IRCC's: then only the operator's name for it is its heading. */
  namesSecond?: boolean;
  /** The papers whose number it is then. */
  numbered?: readonly NumberedPaper[];
};

/** What tables write behind the name of an own field. */
const namedHeads = ["name", "নাম", "েরনাম", "এরনাম"];
const numberedHeads = ["no", "number", "নম্বর", "নং"];
const behindLabel: Partial<Record<OwnFieldType, readonly string[]>> = {
  text: namedHeads,
  choice: namedHeads,
  phone: numberedHeads,
  number: numberedHeads,
};

/** "Kafeel name" is the column of "Kafeel". "First name" stays that part of a name, whatever "First" is. */
const headsOf = (field: OwnField): string[] =>
  labelsOf(field)
    .flatMap((label) => (behindLabel[field.type] ?? []).map((word) => label + word))
    .filter((head) => [undefined, "other"].includes(recognise(head)));

/** By the labels, which are the headings of their columns. Words for a last day may stand beside the title of a paper. */
export function ownHeadsOf(
  fields: readonly OwnField[],
  papers: readonly OwnPaper[] = [],
  secondNumber: Pick<SecondNumber, "labels"> = irccNumber,
): OwnHeads {
  const dated = datedOf(papers);
  const byLabel = new Map<string, NonNullable<ReturnType<OwnHeads>>>([
    ...labelsOf(secondNumber).map((label) => [label, "irccNumber"] as const),
    ...fields.flatMap((field) => headsOf(field).map((head) => [head, ownName(field.id)] as const)),
    ...dated.flatMap((paper) => labelsOf(paper).map((label) => [label, lastDayField(paper.id)] as const)),
    ...fields.flatMap((field) => labelsOf(field).map((label) => [label, ownName(field.id)] as const)),
  ]);
  const ids = dated.map(({ id }) => id);
  const meaningIn = (heading: string) => {
    const own = byLabel.get(normalisedHead(heading));
    if (own !== undefined || ids.length === 0 || !saysEnd(heading)) return own;
    const kind = kindByName(heading, ids, dated);
    return kind === null ? undefined : lastDayField(kind);
  };
  if (!namesOther(secondNumber)) return meaningIn;
  const numbered = Object.values(secondNumber.labels).flatMap((label) => numberSaid(label) ?? []);
  return Object.assign(meaningIn, { namesSecond: true, numbered });
}

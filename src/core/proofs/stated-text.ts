import type { StatedClaims } from "#verify/saved-statement.ts";
import type { Asked } from "#verify/lookup-receipt.ts";
import { canonicalNumber } from "../records/numbers.ts";

/** Characters that nobody sees or that turn others around. Without U+200C and U+200D, which join letters. */
const unseen =
  /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Variation_Selector}\u{FFF9}-\u{FFFB}]|(?![\s\u0085])\p{Cc}/gu;
/** Spaces, line ends and blank signs of every kind. */
const spaces = /[\s\p{Z}\u0085\u2800]+/gu;
/** A joiner that joins nothing: only letters without case, such as those of Bangla and Arabic, and marks are joined. */
const idleJoiners = /(?<![\p{Lo}\p{M}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{Lo}\p{M}])/gu;

/** The form in which new signed texts say a name: nothing in it is unseen, and every gap is one plain space. */
export const statedText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(unseen, "")
    .replaceAll(idleJoiners, "")
    .replaceAll(spaces, " ")
    .trim()
    .normalize("NFC");

const statedNumber = (number: string): string => canonicalNumber(number) ?? statedText(number);

export const statedAsked = ({ number, name }: Asked): Asked => ({
  number: statedNumber(number),
  name: statedText(name),
});

export const statedClaims = ({ name, passport_number, ircc_number, nationality }: StatedClaims): StatedClaims => ({
  name: statedText(name),
  passport_number: statedNumber(passport_number),
  ...(ircc_number !== undefined && { ircc_number: statedNumber(ircc_number) }),
  nationality: statedText(nationality),
});

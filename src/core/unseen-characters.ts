/**
 * Characters that nobody sees, or that turn others around. Without U+200C and U+200D, which join letters. Used where texts
 * are signed and numbers are compared.
 */
export const unseenCharacters =
  /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Variation_Selector}\u{FFF9}-\u{FFFB}]/gu;

/** A text that leaves our pages. In these, Bangla messages join a hyphen to the letter after it; a filter of mails takes the invisible sign for a hidden word. */
export const withoutJoiners = (text: string): string => text.replaceAll("\u2060", "");

/**
 * What headings say in languages that the site does not speak, with what is missing in the lists of those that it does. One
 * block is one language: whoever knows it adds a word there. The lists of `headings.ts` and `more-headings.ts` have them all.
 * Accents may be left out. What divides phrases is "|".
 */
export type LanguageWords = Partial<
  Record<
    // Whole headings.
    | "name"
    | "givenName"
    | "middleName"
    | "surname"
    | "fatherName"
    | "motherName"
    | "address"
    | "addressPart"
    | "nationality"
    | "passportNumber"
    // Something that no record has, and the beginnings of words for somebody else.
    | "other"
    | "person"
    // Single words, beside which a heading may have others that are known: of a parent, a passport, a number, an address.
    | "father"
    | "mother"
    | "passport"
    | "number"
    | "addressWord"
    | "addressKind"
    // Papers, and what says that a day is the last one or another one.
    | "visaPaper"
    | "workPermit"
    | "idCard"
    | "medical"
    | "policeClearance"
    | "end"
    | "otherDay",
    string
  >
>;

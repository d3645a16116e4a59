type Alike = readonly (readonly [letters: RegExp, one: string])[];

/** Letters that people type for one another in Arabic and Urdu. */
const alike: Alike = [
  [/[\u0640\u064B-\u0652]/g, ""],
  [/[أإآٱ]/g, "ا"],
  [/[ىیئ]/g, "ي"],
  [/[ةہھۂۃ]/g, "ه"],
  [/[کڪ]/g, "ك"],
];

/** Letters that sound alike in Hindi, Nepali and Bangla. Dots below letters and marks that join them are often left out. */
const alikeInSound: Alike = [
  [/[\u093C\u09BC\u0981\u200B-\u200D]/g, ""],
  [/ँ/g, "ं"],
  [/ी/g, "ि"],
  [/ू/g, "ु"],
  [/ई/g, "इ"],
  [/ऊ/g, "उ"],
  [/[शष]/g, "स"],
  [/ण/g, "न"],
  [/व/g, "ब"],
  [/ী/g, "ি"],
  [/ূ/g, "ু"],
  [/ঈ/g, "ই"],
  [/ঊ/g, "উ"],
  [/[শষ]/g, "স"],
  [/ণ/g, "ন"],
];

const withOneOf = (letters: Alike) => (text: string) =>
  letters.reduce((changed, [all, one]) => changed.replaceAll(all, one), text);

/** Writes one letter for all that people type for it in Arabic and Urdu. */
export const withOneLetter = withOneOf(alike);

/** The same in all languages of the site. For the words of headings, which are compared with words written so as well. */
export const asItSounds = withOneOf([...alike, ...alikeInSound]);

/** "Prénom" as it is typed without accents. */
export function withoutMarks(word: string): string {
  return /^[\p{Script=Latin}\p{M}]+$/u.test(word) ? word.normalize("NFD").replaceAll(/\p{M}/gu, "") : word;
}

/** A phrase, and the same one as it is typed without accents. */
export const withPlain = (phrase: string): string[] => [
  ...new Set([phrase, phrase.split(" ").map(withoutMarks).join(" ")]),
];

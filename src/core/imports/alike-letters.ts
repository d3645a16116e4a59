/** Letters that people type for one another in Arabic and Urdu. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[\u0640\u064B-\u0652]/g, ""],
  [/[أإآٱ]/g, "ا"],
  [/[ىیئ]/g, "ي"],
  [/[ةہھۂۃ]/g, "ه"],
  [/[کڪ]/g, "ك"],
];

/** Writes one letter for all that people type for it in Arabic and Urdu. */
export const withOneLetter = (text: string): string =>
  alike.reduce((changed, [letters, one]) => changed.replaceAll(letters, one), text);

/** Written with the site, and always there. */
export const ownLanguages = ["en", "bn"] as const;

/** Drafted by a machine for what visitors see. An operator switches them on, one by one. */
export const addedLanguages = ["hi", "ur", "ne", "ar"] as const;
export type AddedLanguage = (typeof addedLanguages)[number];

export const languages = [...ownLanguages, ...addedLanguages] as const;
export type Language = (typeof languages)[number];

export const isAddedLanguage = (text: string): text is AddedLanguage => addedLanguages.some((known) => known === text);
export const isLanguage = (text: string): text is Language => languages.some((known) => known === text);

/** Each in itself. */
export const languageNames: Record<Language, string> = {
  en: "English",
  bn: "বাংলা",
  hi: "हिन्दी",
  ur: "اردو",
  ne: "नेपाली",
  ar: "العربية",
};

/**
 * A language that is not in it is off. `confirmed`: the version of its words that a person has read and found right, or "".
 * While the site has another, its pages say that a machine drafted it.
 */
export type LanguageSettings = Partial<Record<AddedLanguage, { isOn: boolean; confirmed: string }>>;

/** What visitors may choose. */
export const languagesOn = (settings: LanguageSettings): Language[] => [
  ...ownLanguages,
  ...addedLanguages.filter((language) => settings[language]?.isOn),
];

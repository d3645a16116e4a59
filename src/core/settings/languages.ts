/** The languages that are written by hand. They are always on. */
export const ownLanguages = ["en", "bn"] as const;

/** The languages that a machine drafted, for visitors only. The operator switches on each one separately. */
export const addedLanguages = ["hi", "ur", "ne", "ar"] as const;
export type AddedLanguage = (typeof addedLanguages)[number];

export const languages = [...ownLanguages, ...addedLanguages] as const;
export type Language = (typeof languages)[number];

export const isAddedLanguage = (text: string): text is AddedLanguage => addedLanguages.some((known) => known === text);
export const isLanguage = (text: string): text is Language => languages.some((known) => known === text);

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = {
  en: "English",
  bn: "বাংলা",
  hi: "हिन्दी",
  ur: "اردو",
  ne: "नेपाली",
  ar: "العربية",
};

/**
 * A missing language is off. `confirmed` is the version of its texts that a person has read and approved, or "". While the
 * site has another version, its pages say that a machine drafted the texts.
 */
export type LanguageSettings = Partial<Record<AddedLanguage, { isOn: boolean; confirmed: string }>>;

/** Returns the languages that visitors can choose. */
export const languagesOn = (settings: LanguageSettings): Language[] => [
  ...ownLanguages,
  ...addedLanguages.filter((language) => settings[language]?.isOn),
];

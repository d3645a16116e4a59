export type EmbedWords = { label: string; button: string; note: string };

/** What the server writes before the script for other sites. */
export type Offer = {
  /** Where the form leads, on the site that the script comes from. */
  page: string;
  words: Readonly<Record<string, EmbedWords>>;
};

type Match = { handle: unknown };

/**
 * The form of a page whose fields stay typed when the language changes: the route says `export const handle = { typedForm: id }`,
 * always has such a form, and its action only shows the fields again when one called `language` comes with them.
 */
export const typedFormIn = (matches: readonly Match[]): string | undefined => matches.map(typedFormOf).find(Boolean);

function typedFormOf({ handle }: Match): string | undefined {
  const isNamed = typeof handle === "object" && handle !== null && "typedForm" in handle;
  return isNamed && typeof handle.typedForm === "string" ? handle.typedForm : undefined;
}

export const isOnlyAnotherLanguage = (form: URLSearchParams): boolean => form.has("language");

/** The form under which staff search names: one case, one spelling of each letter, single spaces. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

export function nameWords(name: string): string[] {
  // Marks (\p{M}) are part of Bangla letters, so they stay. Punctuation separates words, or is removed within a word.
  const words = foldName(name)
    .replaceAll(/['’.`]/g, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter((word) => word !== "");
}

/**
 * Returns the names of a person and the parents without punctuation. They distinguish people of the same name. Null if no
 * parent is named.
 */
export function namesOfPerson(person: Record<"name" | "fatherName" | "motherName", string>): string[] | null {
  const names = [person.name, person.fatherName, person.motherName].map((name) => nameWords(name).join(" "));
  return names.slice(1).every((name) => name === "") ? null : names;
}

/**
 * True if a visitor who typed `given` knows the person called `name`. Every typed word must be a word of the name, in any
 * order. At least two words are required, or one if the name has only one. There is no fuzzy matching.
 */
export function nameMatches(given: string, name: string): boolean {
  const typed = new Set(nameWords(given));
  const known = new Set(nameWords(name));
  return typed.size >= Math.min(2, known.size) && typed.size > 0 && typed.isSubsetOf(known);
}

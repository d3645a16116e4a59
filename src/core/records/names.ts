/** The form under which staff search names: one case, one spelling of each letter, single spaces. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

export function nameWords(name: string): string[] {
  // Marks (\p{M}) are part of Bangla letters, so they stay; punctuation separates words or vanishes within them.
  const words = foldName(name)
    .replaceAll(/['’.`]/g, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter((word) => word !== "");
}

/** What tells one person from others of the name: with the parents' names, however they are punctuated. Null where no parent is named. */
export function namesOfPerson(person: Record<"name" | "fatherName" | "motherName", string>): string[] | null {
  const names = [person.name, person.fatherName, person.motherName].map((name) => nameWords(name).join(" "));
  return names.slice(1).every((name) => name === "") ? null : names;
}

/**
 * Whether a visitor who typed `given` knows the person called `name`: every word typed is one of the name's,
 * in any order, and there are at least two of them (or the only one there is). Nothing fuzzy.
 */
export function nameMatches(given: string, name: string): boolean {
  const typed = new Set(nameWords(given));
  const known = new Set(nameWords(name));
  return typed.size >= Math.min(2, known.size) && typed.size > 0 && typed.isSubsetOf(known);
}

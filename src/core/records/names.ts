import { isTitle, withoutAccents } from "../names/name-words.ts";

/** The form under which staff search names: one case, one spelling of each letter, single spaces. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** What the list looks for a name in: its folded form, and the same without accents if it has some. */
export function searchedForm(name: string): string {
  const folded = foldName(name);
  const plain = inEachWord(folded, withoutAccents);
  return plain === folded ? folded : `${folded} ${plain}`;
}

/** A folded search without titles and accents. */
export function plainSearch(search: string): string {
  const words = search.split(" ").filter((word) => !isTitle(word.replaceAll(/[.,]/g, "")));
  return words.length === 0 ? search : inEachWord(words.join(" "), withoutAccents);
}

const inEachWord = (text: string, change: (word: string) => string) => text.split(" ").map(change).join(" ");

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

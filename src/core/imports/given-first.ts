/** "Dela Cruz, Michael John". What follows in "Dela Cruz, Jr." is no given name. */
const surnameFirst = /^([^,\d]*\p{L}[^,\d]*),(?!\s*(?:jr|sr|i{2,3}|iv)\.?\s*$)\s*([^,\d]*\p{L}[^,\d]*)$/iu;

/** A name with the given name first. Null for a name without one comma. */
export function givenFirst(name: string): string | null {
  const [, surname = "", given = ""] = surnameFirst.exec(name) ?? [];
  return given === "" ? null : `${given.trim()} ${surname.trim()}`;
}

/** The heading itself is among the cells. */
const [fewest, areMost] = [3, 0.75];
const saysSurnameFirst = /(?:last|surname|family)(?: names?)?\s*,\s*(?:first|given|name)/iu;
const saysGivenFirst = /(?:first|given)(?: names?)?\s*,\s*(?:last|surname|family)/iu;

/** True for a column of names whose heading says that the surname is first, or whose cells nearly all have a comma. */
export const isSurnameFirst = (heading: string, { filled, commas }: { filled: number; commas: number }): boolean =>
  saysSurnameFirst.test(heading) || (!saysGivenFirst.test(heading) && commas >= fewest && commas >= areMost * filled);

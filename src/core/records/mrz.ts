/**
 * The machine-readable zone of a passport is two lines of 44 characters (ICAO Doc 9303-4). The filler "<" fills unused
 * places.
 */
export const mrzLineLength = 44;

/** The positions of the fields in the lower line. Each field is followed by its check digit. */
const checkedFields = { number: [0, 9], birth: [13, 19], expiry: [21, 27], personalNumber: [28, 42] } as const;
export type MrzCheck = keyof typeof checkedFields | "composite";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
const values = digits + letters;

/** Returns the last digit of the sum of all characters, with the repeated weights 7, 3, 1. A filler counts as 0. */
export function mrzCheckDigit(field: string): string {
  let sum = 0;
  for (let at = 0; at < field.length; at++)
    sum += Math.max(0, values.indexOf(field.charAt(at))) * ([7, 3, 1][at % 3] ?? 0);
  return String(sum % 10);
}

export function failedMrzChecks(lower: string): MrzCheck[] {
  const failed: MrzCheck[] = [];
  for (const [name, [from, to]] of Object.entries(checkedFields) as [
    keyof typeof checkedFields,
    readonly [number, number],
  ][]) {
    const [field, given] = [lower.slice(from, to), lower.charAt(to)];
    // The check digit may be left out if there is no personal number.
    const isLeftOut = name === "personalNumber" && /^<+$/.test(field + given);
    if (!isLeftOut && mrzCheckDigit(field) !== given) failed.push(name);
  }
  const all = lower.slice(0, 10) + lower.slice(13, 20) + lower.slice(21, 43);
  return mrzCheckDigit(all) === lower.charAt(43) ? failed : [...failed, "composite"];
}

/** Returns the characters that are allowed at a place. */
export function mrzCharactersAt(line: 0 | 1, place: number): string {
  if (line === 0) return place === 0 ? "P" : `${letters}<`;
  if (place === 20) return "MFX<";
  if (place >= 10 && place < 13) return `${letters}<`;
  if (place === 42) return `${digits}<`;
  return place === 9 || place === 43 || (place >= 13 && place < 28) ? digits : `${values}<`;
}

/** Returns the passport number without fillers. Null if it is empty or has a filler between its characters. */
export const mrzNumber = (lower: string): string | null => /^([A-Z0-9]+)<*$/.exec(lower.slice(0, 9))?.[1] ?? null;

export type MrzName = { name: string; isCut: boolean };

/**
 * Returns the name as people write it: given names, then the surname, not in capitals. The zone has the surname first. A
 * name that reaches the end of the line may have been cut, even if it ends with a whole word. Null if the line has no valid
 * name.
 */
export function mrzName(upper: string): MrzName | null {
  const parts = /^P[A-Z<][A-Z<]{3}([A-Z]+(?:<[A-Z]+)*)(?:<<([A-Z]+(?:<[A-Z]+)*))?<*$/.exec(upper);
  if (!parts) return null;
  const [, surname = "", given = ""] = parts;
  const words = [...given.split("<"), ...surname.split("<")].filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0) + word.slice(1).toLowerCase()).join(" ");
  return { name, isCut: !upper.endsWith("<<") };
}

import type { ImportField } from "#core/imports/import-fields.ts";
import type { Drawing } from "./drawn-cells.ts";

/** `parts` of a name and of an address stand in columns of their own, or are joined. */
export type Person = Partial<Record<ImportField, string>> & { passportNumber: string };
export type PersonParts = Person & { nameParts: string[]; fatherParts: string[]; addressParts: string[] };

export function drawnPeople({ one, upTo, chance, shuffled, words }: Drawing): PersonParts[] {
  const shape = one(["A1234567", "AB1234567", "A123456", "123456789", "12345678", "A1234567B", "mixed"] as const);
  const day = () =>
    `${2026 + upTo(4)}-${String(1 + upTo(12)).padStart(2, "0")}-${String(1 + upTo(28)).padStart(2, "0")}`;
  return Array.from({ length: 12 + upTo(24) }, (_, at) => {
    const nameParts = [words.name(), words.name(), words.name(), words.surname()];
    const fatherParts = nameParts.slice(1);
    const addressParts = shuffled(words.places).slice(0, 3);
    return {
      passportNumber: numberLike(shape === "mixed" ? one(["A1234567", "AB1234567"]) : shape, at, upTo),
      irccNumber: `W${10_000_000 + at * 91 + upTo(80)}`,
      nameParts,
      fatherParts,
      addressParts,
      motherName: chance(0.1) ? "" : `${words.name()} ${words.surname()}`,
      nationality: one(words.nationalities),
      "lastDays.visaPaper": chance(0.2) ? "" : day(),
      "lastDays.medical": day(),
      "lastDays.policeClearance": chance(0.2) ? "" : day(),
      "lastDays.workPermit": day(),
    };
  });
}

/** A number of this shape, another one for each person. */
function numberLike(shape: string, at: number, upTo: (count: number) => number): string {
  const [, head = "", digits = "", tail = ""] = /^([A-Z]*)(\d+)([A-Z]*)$/.exec(shape) ?? [];
  const space = Math.floor((9 * 10 ** (digits.length - 1)) / 40);
  return `${head}${10 ** (digits.length - 1) + at * space + upTo(space)}${tail}`;
}

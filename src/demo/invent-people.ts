import type { Family, People, Word } from "./agency.ts";
import { bangladeshis } from "./people/bangladeshi.ts";
import { pickEarly, type Random, seededRandom } from "./random.ts";

type Texts = { name: string; fatherName: string; motherName: string; address: string };

export type InventedPerson = Texts & {
  /** The same texts in Latin letters, as in a passport. For most people both are equal. */
  inLatin: Texts;
  sex: "woman" | "man";
  passportNumber: string;
  irccNumber: string;
};

export type HowMany = { seed: number; count: number; people?: People };

/** Generates invented people. They are always the same for a seed, and no number occurs twice. */
export function* inventPeople({ seed, count, people = bangladeshis }: HowMany): Generator<InventedPerson, undefined> {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index++) yield inventPerson(people, index, random);
}

/** Parts of names, and how many of a million invented people have a name with this part. */
export const namesOf = { nobody: "qwertz", twenty: "sandwipi", onePercent: "dilruba", thirtyPercent: "md." };

function inventPerson(people: People, index: number, random: Random): InventedPerson {
  const sex = random() < 0.3 ? "woman" : "man";
  const { man, woman } = namesIn(familyOf(people, random), random);
  const words = {
    name: sex === "woman" ? woman() : man(),
    fatherName: man(),
    motherName: woman(),
    address: people.address(random),
  };
  const inLatin = spelled(words, latin);
  const texts = random() < 1 / 8 ? spelled(words, ofOffice) : inLatin;
  return { ...texts, inLatin, sex, ...inventNumbers(people, index) };
}

const latin = 0;
const ofOffice = 1;

const spelled = (words: Record<keyof Texts, readonly Word[]>, script: 0 | 1): Texts => ({
  name: joined(words.name, script),
  fatherName: joined(words.fatherName, script),
  motherName: joined(words.motherName, script),
  address: joined(words.address, script),
});

const joined = (words: readonly Word[], script: 0 | 1) => words.map((word) => word[script]).join(" ");

function familyOf({ families }: People, random: Random): Family {
  let share = random();
  const found = families.find((family) => (share -= family.share) < 0) ?? families[0];
  if (!found) throw new RangeError("There is no family.");
  return found;
}

function namesIn({ surnames, rare, men, women }: Family, random: Random) {
  const surname = rare && random() < 0.000_036 ? rare : pickEarly(surnames, random);
  const nameFrom =
    ({ titles = [], given, last }: Family["men"]) =>
    (): Word[] => {
      let share = random();
      const title = titles.find(([, ofPeople]) => (share -= ofPeople) < 0);
      return [...(title ? [title[0]] : []), pickEarly(given, random), last ? pickEarly(last, random) : surname];
    };
  return { man: nameFrom(men), woman: nameFrom(women) };
}

const howMany = 10_000_000;

// Neither stride shares a factor with 10 million, so every number of seven digits occurs once before any repeats.
const passportStride = 6_180_339;
const secondStride = 4_142_137;

/**
 * The numbers of the invented person at this index, all different for the first ten million. IRCC numbers begin with W99:
 * as far as is known, nobody was given a number in this range.
 */
const inventNumbers = ({ passports }: People, index: number): Record<"passportNumber" | "irccNumber", string> => ({
  passportNumber: `${passports}${sevenDigits(index, passportStride)}`,
  irccNumber: `W99${secondDigits(index)}`,
});

export const secondDigits = (index: number): string => sevenDigits(index, secondStride);

const sevenDigits = (index: number, stride: number) => String(((index + 1) * stride) % howMany).padStart(7, "0");

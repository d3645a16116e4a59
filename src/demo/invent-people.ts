import {
  districts,
  extraWords,
  hinduMen,
  hinduSurnames,
  hinduWomen,
  muslimMen,
  muslimSurnames,
  muslimWomen,
  places,
  womensSecondNames,
  type Word,
} from "./names.ts";
import { pick, pickEarly, type Random, seededRandom } from "./random.ts";

type Texts = { name: string; fatherName: string; motherName: string; address: string };

export type InventedPerson = Texts & {
  /** The same texts in Latin letters, as in a passport. For most people both are equal. */
  inLatin: Texts;
  sex: "woman" | "man";
  passportNumber: string;
  irccNumber: string;
};

export type HowMany = { seed: number; count: number };

/** Generates invented people. They are always the same for a seed, and no number occurs twice. */
export function* inventPeople({ seed, count }: HowMany): Generator<InventedPerson, undefined> {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index++) yield inventPerson(index, random);
}

/** Parts of names, and how many of a million invented people have a name with this part. */
export const namesOf = { nobody: "qwertz", twenty: "sandwipi", onePercent: "dilruba", thirtyPercent: "md." };

function inventPerson(index: number, random: Random): InventedPerson {
  const sex = random() < 0.3 ? "woman" : "man";
  const family = random() < 0.1 ? hinduFamily(random) : muslimFamily(random);
  const words = {
    name: sex === "woman" ? family.woman() : family.man(),
    fatherName: family.man(),
    motherName: family.woman(),
    address: inventAddress(random),
  };
  const inLatin = spelled(words, latin);
  const texts = random() < 1 / 8 ? spelled(words, bangla) : inLatin;
  return { ...texts, inLatin, sex, ...inventNumbers(index) };
}

const latin = 0;
const bangla = 1;

const spelled = ({ name, fatherName, motherName, address }: Record<keyof Texts, Word[]>, script: 0 | 1): Texts => ({
  name: joined(name, script),
  fatherName: joined(fatherName, script),
  motherName: joined(motherName, script),
  address: joined(address, script),
});

const joined = (words: readonly Word[], script: 0 | 1) => words.map((word) => word[script]).join(" ");

type Family = { man: () => Word[]; woman: () => Word[] };

function muslimFamily(random: Random): Family {
  const surname = random() < 0.000_036 ? extraWords.rare : pickEarly(muslimSurnames, random);
  return {
    man: () => [...mensTitle(random), pickEarly(muslimMen, random), surname],
    woman: () => [
      ...(random() < 0.2 ? [extraWords.mst] : []),
      pickEarly(muslimWomen, random),
      pickEarly(womensSecondNames, random),
    ],
  };
}

function mensTitle(random: Random): Word[] {
  const share = random();
  if (share < 0.55) return [extraWords.md];
  return share < 0.68 ? [extraWords.mohammad] : [];
}

function hinduFamily(random: Random): Family {
  const surname = pickEarly(hinduSurnames, random);
  return {
    man: () => [pickEarly(hinduMen, random), surname],
    woman: () => [pickEarly(hinduWomen, random), surname],
  };
}

const inventAddress = (random: Random): Word[] => [
  ["Village", "গ্রাম"],
  inventPlace(random),
  ["Upazila", "উপজেলা"],
  inventPlace(random),
  ["District", "জেলা"],
  pickEarly(districts, random),
];

function inventPlace(random: Random): Word {
  const [inLatin, inBangla] = pick(places, random);
  return [`${inLatin},`, `${inBangla},`];
}

const howMany = 10_000_000;

// Neither stride shares a factor with 10 million, so every number of seven digits occurs once before any repeats.
const passportStride = 6_180_339;
const irccStride = 4_142_137;

/**
 * The numbers of the invented person at this index, all different for the first ten million. Passport numbers begin
 * with A9 and IRCC numbers with W99: as far as is known, nobody was given numbers in these ranges.
 */
const inventNumbers = (index: number): { passportNumber: string; irccNumber: string } => ({
  passportNumber: `A9${sevenDigits(index, passportStride)}`,
  irccNumber: `W99${sevenDigits(index, irccStride)}`,
});

const sevenDigits = (index: number, stride: number) => String(((index + 1) * stride) % howMany).padStart(7, "0");

/**
 * Numbers that are easy to type, for the records that a visitor is invited to try. They are outside of the ranges
 * above.
 */
export const memorableNumbers = [
  { passportNumber: "A12345678", irccNumber: "W123456789" },
  { passportNumber: "A23456789", irccNumber: "W234567890" },
  { passportNumber: "A34567890", irccNumber: "W345678901" },
] as const;

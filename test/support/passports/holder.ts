import { inventPeople } from "#demo/invent-people.ts";
import { between, pick, type Random } from "#demo/random.ts";

/** The data of an invented person's passport, with its two machine-readable lines. */
export type Holder = {
  country: string;
  number: string;
  surname: string;
  given: string;
  birth: string;
  sex: "M" | "F";
  expiry: string;
  personalNumber: string;
  lines: [upper: string, lower: string];
};

/** Foreign names with letters that are rare in Bangladeshi names, and names too long for the line. */
const others = [
  ["NPL", "THAPA MAGAR", "DIL BAHADUR"],
  ["PHL", "DELA CRUZ", "JOAQUIN VICENTE"],
  ["VNM", "NGUYEN", "THI XUAN QUYNH"],
  ["IND", "VENKATARAMAN", "JYOTHI VIJAYALAKSHMI"],
  ["LKA", "WICKRAMASINGHE", "KUSHANI YAZMIN"],
  ["PAK", "QURESHI", "ZAFAR WAQAS"],
  ["NGA", "OKONKWO", "CHUKWUEMEKA FELIX"],
  ["KEN", "WANJIRU", "FAITH"],
  ["POL", "BRZECZYSZCZYKIEWICZ", "GRZEGORZ"],
  ["BGD", "", "RUPBAN"],
  ["BGD", "CHOWDHURY TALUKDER", "MOHAMMAD ABU BAKAR SIDDIQUE SHAHJAHAN"],
] as const;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digitsOf = (length: number, random: Random) => Array.from({ length }, () => between(0, 9, random)).join("");
const lettersOf = (length: number, random: Random) => Array.from({ length }, () => pick([...letters], random)).join("");

export function inventHolder(random: Random): Holder {
  const [person] = inventPeople({ seed: between(1, 1e9, random), count: 1 });
  const words = (person?.inLatin.name ?? "")
    .toUpperCase()
    .replaceAll(/[^A-Z ]/g, "")
    .split(" ");
  const [country, surname, given] =
    random() < 0.3 ? pick(others, random) : (["BGD", words.at(-1) ?? "", words.slice(0, -1).join(" ")] as const);
  const number = pick(
    [
      `A0${digitsOf(7, random)}`,
      `${lettersOf(2, random)}${digitsOf(7, random)}`,
      digitsOf(8, random),
      `${lettersOf(1, random)}${digitsOf(7, random)}`,
    ],
    random,
  );
  const facts = {
    country,
    number,
    surname,
    given,
    birth: dateIn(random, 60, 99),
    sex: person?.sex === "woman" ? "F" : "M",
    expiry: dateIn(random, 26, 36),
    personalNumber: pick(
      ["", digitsOf(10, random), digitsOf(14, random), `${lettersOf(2, random)}${digitsOf(9, random)}`],
      random,
    ),
  } as const;
  return { ...facts, lines: linesOf(facts) };
}

const dateIn = (random: Random, first: number, last: number) =>
  [between(first, last, random), between(1, 12, random), between(1, 28, random)]
    .map((part) => String(part).padStart(2, "0"))
    .join("");

/** Two lines of 44 characters, as Doc 9303-4 defines them. */
function linesOf(facts: Omit<Holder, "lines">): Holder["lines"] {
  const { country, surname, given, birth, sex, expiry } = facts;
  const name = [surname, given]
    .filter((part) => part !== "")
    .join("<<")
    .replaceAll(" ", "<");
  const number = withCheck(facts.number.padEnd(9, "<"));
  const checked = [withCheck(birth), withCheck(expiry), withCheck(facts.personalNumber.padEnd(14, "<"))] as const;
  const composite = withCheck(`${number}${checked.join("")}`).slice(-1);
  return [
    `P<${country}${name}`.padEnd(44, "<").slice(0, 44),
    `${number}${country}${checked[0]}${sex}${checked[1]}${checked[2]}${composite}`,
  ];
}

const values = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function withCheck(field: string): string {
  const weights = [7, 3, 1];
  const sum = [...field].reduce(
    (total, sign, at) => total + Math.max(0, values.indexOf(sign)) * (weights[at % 3] ?? 0),
    0,
  );
  return `${field}${sum % 10}`;
}

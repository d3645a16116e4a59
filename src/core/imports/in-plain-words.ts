import { withoutAsides } from "./aside.ts";
import { saidIn } from "./cell-text.ts";
import { asksReader, withoutQuestion } from "./form-questions.ts";
import { type Heading, isNamePart } from "./import-fields.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { hasPerson, presumed } from "./presume-heading.ts";
import { areCitizens, areNames, textsIn } from "./presumed-columns.ts";
import { isLastDayField } from "../records/last-days.ts";
import { spacedOut, wordsOf } from "./heading-words.ts";
import { saysEnd } from "./last-day-heading.ts";
import { paperInFull } from "./paper-in-full.ts";
import { mayBeNames, mayHaveNames, namesOfPerson, withNameParts } from "./name-part-headings.ts";
import { isNoPlace } from "./no-place.ts";
import { readDay } from "./read-day.ts";
import { withoutSharedWord } from "./shared-word.ts";
import { inFull } from "./words-in-full.ts";
import { type Recognised, recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Samples = readonly (readonly Cell[])[];
type Told = { heads: readonly string[]; samples: Samples };
/** What a heading says in words that are known, by what else the table has. The same heading if it says no more. */
type Step = (told: Told) => readonly string[];

const isOfPerson = (meaning: Recognised | undefined) =>
  meaning === "name" || meaning === "fatherName" || meaning === "motherName" || meaning === "passportNumber";
const hasNames = (samples: Samples, at: number) => {
  const texts = textsIn(samples, at);
  return texts.length >= fewest && areNames(texts);
};
const fewest = 2;
const hasSeveralWords = (samples: Samples, at: number) => {
  const texts = textsIn(samples, at);
  return texts.length > 0 && texts.filter((text) => /[\s,،]/u.test(text)).length >= 0.8 * texts.length;
};

/** True if no other heading means the same. */
const isOnly = (heads: readonly string[], at: number) => {
  const meaning = recognise(heads[at] ?? "");
  return heads.every((head, other) => other === at || recognise(head.replace(whereRead, "")) !== meaning);
};

// Not by String.raw: the packed program has only ASCII, and what is raw stays as it is.
const paper =
  "(?:pp|ppt|passport|birth|cert|certificate|permit|visa|nid|aadhaar|cnic|ktp|id|card|bio ?-?data|cv|resume|forms?|imm ?\\d*|file|application|appl?n?|docs?|documents?|records?|system|portal|original|copy|scan|akta|kk|nadra|crc|frc|slc|ssc|nikah nama|voter|register|পাসপোর্ট|পাসপোর্ট|पासपोर्ट|پاسپورٹ)";
/** "Father (PP name)", "Mother (per passport/birth cert.)", "Passport no. on permit". */
const whereRead = new RegExp(
  String.raw`\s*[([](?:(?:as|per|in|on|from|the|names?|check|twice|${paper})[\s./&]*)+[)\]]\s*$|\s(?:as per|per|as in|in|on) (?:the )?(?:${paper}[\s./]*)+$`,
  "iu",
);

/** What says only where it was read changes nothing. */
const withoutWhereRead: Step = ({ heads, samples }) =>
  heads.map((head, at) => {
    const plain = head.replace(whereRead, "");
    const meaning = plain === head || namesSomebodyElse(head) ? undefined : recognise(plain);
    // "Passport no. on permit" may be another one than "Passport no."
    if (meaning === undefined || !isOnly(heads.with(at, plain), at)) return head;
    if (meaning === "address") return hasSeveralWords(samples, at) ? plain : head;
    return isOfPerson(meaning) || meaning === "nationality" ? plain : head;
  });

const glossed =
  /^[^()[\]]*\p{L}[^()[\]]*[([]\s*((?:father|mother)(?:['’]?s)?(?: name)?|worker|candidate|applicant|nationality|(?:first|given|middle|last|family) name|surname)\s*[)\]]$/iu;

/** Whoever is called so in brackets is that. */
const guardian = /guardian/iu;

/** "Amma (mother)": what stands in brackets says the same in English, if the cells are that. */
const byGloss: Step = ({ heads, samples }) =>
  heads.map((head, at) => {
    const [, gloss = ""] = glossed.exec(head) ?? [];
    const before = head.replace(/[([].*$/u, "");
    if (gloss === "" || namesSomebodyElse(head.replace(guardian, ""))) return head;
    if (gloss.toLowerCase() === "nationality") return areCitizens(textsIn(samples, at)) ? gloss : head;
    const isKnown = recognise(head) !== undefined || recognise(before.replace(guardian, "")) !== undefined;
    const isPart = isNamePart(recognise(gloss) ?? "");
    const areTheirs = isPart ? mayBeNames(textsIn(samples, at)) : hasNames(samples, at);
    return !isKnown && areTheirs && isOnly(heads.with(at, gloss), at) ? gloss : head;
  });

const saysPassport = /passport|\bppt?\b|পাসপোর্ট|पासपोर्ट|پاسپورٹ|جواز/iu;

/** "Passport holder of" above citizens is their nationality, if no other column is. */
const byCitizens: Step = ({ heads, samples }) => {
  if (heads.some((head) => recognise(head) === "nationality")) return heads;
  return heads.map((head, at) =>
    saysPassport.test(head) && !namesSomebodyElse(head) && areCitizens(textsIn(samples, at)) ? "Nationality" : head,
  );
};

const ofWorker = /(?<!\p{L})(?:worker|labourer|candidate|applicant|employee)$/iu;

const isOfWorker = (samples: Samples, head: string, at: number) =>
  ofWorker.test(head.trim()) && !namesSomebodyElse(head) && hasNames(samples, at);
const saysNoName: ReadonlySet<Recognised | undefined> = new Set(["addressPart", "other"]);

/** "Estate worker" above names is no part of an address, and "Deployed worker" a person: beside another worker, not whom. */
const withWorkers: Step = ({ heads, samples }) => {
  const [at, ...more] = heads.flatMap((head, column) => (isOfWorker(samples, head, column) ? [column] : []));
  const isMeant = at !== undefined && more.length === 0 && saysNoName.has(recognise(heads[at] ?? ""));
  return isMeant && isOnly(heads.with(at, "Name"), at) ? heads.with(at, "Worker") : heads;
};

const ends =
  /(?:^|[\s:.(-])(?:runs? out|renewal due|(?<!(?:\p{L}{2}en|\p{L}{2}ed|sent|back|due|up|gone|from)\s)to|(?<!to\s)do|hingga)\)?$/iu;
/** Also "done", but not of two papers in one table. */
const oftenEnds = /(?:^|[\s:.(-])(?:sesh|shesh|khatam|khatm|samma|tak)\)?$/iu;

const areDays = (samples: Samples, at: number) => {
  const cells = samples.flatMap((row) => (row[at] !== undefined && saidIn(row[at]) !== "" ? [row[at]] : []));
  const days = cells.filter((cell) => (typeof cell !== "string" && "day" in cell) || readDay(cell) !== null);
  return cells.length >= fewest && days.length >= 0.8 * cells.length;
};

const isOfPaper = (head: string) => isLastDayField(recognise(`${head} expiry`) ?? "");

/** Passports are given before the papers in them, and end after these by months. */
const later = 180 * 24 * 60 * 60 * 1000;
const [fewestDays, areMost] = [8, 0.9];

/** True if the days of the first column are later than those of the other, by far and in nearly all rows. */
function areLater(samples: Samples, one: number, other: number): boolean {
  const apart = samples.flatMap((row) => {
    const [end, before] = [one, other].map((at) => readDay(row[at] ?? ""));
    return end && before ? [Date.parse(end) - Date.parse(before)] : [];
  });
  return apart.length >= fewestDays && apart.filter((time) => time >= later).length >= areMost * apart.length;
}

/** What stands behind a word for a passport: "kab tak" in "Passport kab tak". */
const behindPassport = (head: string) => {
  const words = wordsOf(head);
  return recognise(head) === undefined && saysPassport.test(words[0] ?? "") ? words.slice(1).join(" ") : "";
};

/** The words that say "last day" of passports, although nobody knows them: below them days are later than of the paper. */
const isEndAsOfPassport = ({ heads, samples }: Told, at: number): boolean =>
  heads.some((passport, column) => {
    const behind = behindPassport(passport);
    const isSame = behind !== "" && spacedOut(wordsOf(heads[at] ?? "")).endsWith(` ${behind} `);
    return isSame && column !== at && areLater(samples, column, at);
  });

/** Words that say "last day" above days alone: "Visa hanggang". So do words that say it of passports. */
const withLastDays: Step = (told) => {
  const { heads, samples } = told;
  const said =
    heads.filter((head, at) => oftenEnds.test(head) && areDays(samples, at)).length > 1 ? [ends, oftenEnds] : [ends];
  return heads.map((head, at) => {
    if (!areDays(samples, at)) return head;
    const end = said.find((words) => words.test(head));
    if (end && !saysEnd(head)) return `${head.replace(end, "")} expiry`;
    const full = paperInFull(heads, at);
    if (full !== undefined) return `${full} expiry`;
    const isOpen = recognise(head) === undefined && !saysEnd(head) && !namesSomebodyElse(head) && isOfPaper(head);
    return isOpen && isEndAsOfPassport(told, at) ? `${head} expiry` : head;
  });
};

const ofThree = /^first\s*[+/,&]\s*father\s*[+/,&]\s*g(?:rand)?[.\s-]*father$/iu;

/** "First + Father + G.Father" is one name where the father has a column of his own. */
const withThreeNames: Step = ({ heads, samples }) =>
  heads.map((head, at) =>
    ofThree.test(head.trim()) && hasNames(samples, at) && heads.some((one) => recognise(one) === "fatherName")
      ? "Full name"
      : head,
  );

const plainOf = (head: string) =>
  head
    .replace(/[([].*$/u, "")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .toLowerCase();
const initialsOf = (text: string) =>
  text
    .split(" ")
    .map((word) => word[0] ?? "")
    .join("");

/** What a heading says of the one who is called so: "father" for "Grower's father", "Father of grower". */
function saidOf(head: string, who: string): string | undefined {
  const text = head
    .replaceAll(/\s+/gu, " ")
    .trim()
    .toLowerCase()
    .replaceAll(/[’‘`´]/gu, "'");
  if (text === who) return undefined;
  if (text.endsWith(` of ${who}`)) return text.slice(0, -` of ${who}`.length);
  const at = text.startsWith("name of ") ? "name of ".length : 0;
  const rest = text.slice(at);
  const owned = [`${who}'s `, `${who}s `, `${who}' `, `${who} `].find((start) => rest.startsWith(start));
  return owned === undefined ? undefined : rest.slice(owned.length);
}

const ofName: ReadonlySet<Recognised | undefined> = new Set([...namesOfPerson, "nameAndAddress"]);
const ofParent = (meaning: Recognised | undefined) => meaning === "fatherName" || meaning === "motherName";
const ofRecord: ReadonlySet<Recognised | undefined> = new Set([
  "fatherName",
  "motherName",
  "passportNumber",
  "address",
  "nationality",
]);

type Called = { at: number; said: readonly (string | undefined)[] };

/** A column of names, and what the other headings say of the one who is called so. Undefined without a parent among that. */
function calledSo({ heads, samples }: Told, at: number): Called | undefined {
  const text = plainOf(heads[at] ?? "");
  const whose = text.replace(/ (?:full )?name$/u, "");
  const who = hasPerson(whose) ? whose : text;
  const meaning = recognise(who);
  if (
    who === "" ||
    isOfPaper(who) ||
    namesSomebodyElse(who) ||
    (meaning !== undefined && meaning !== "name") ||
    !hasNames(samples, at)
  )
    return undefined;
  const called = who.includes(" ") ? [who, initialsOf(who)] : [who];
  const said = heads.map((head, column) => {
    const rest = column === at ? undefined : called.map((one) => saidOf(head, one)).find((one) => one !== undefined);
    return rest !== undefined && ofRecord.has(recognise(rest)) ? rest : undefined;
  });
  return said.some((rest) => rest !== undefined && ofParent(recognise(rest))) ? { at, said } : undefined;
}

/** Of whom a table names the parents, that is the person of a record, unless another column is a name or a parent already. */
const withPerson: Step = (told) => {
  const { heads } = told;
  const [person, ...more] = heads.flatMap((_, at) => calledSo(told, at) ?? []);
  if (!person || more.length > 0) return heads;
  const isDouble = heads.some((head, at) => {
    const meaning = recognise(head) ?? presumed(head);
    return at !== person.at && person.said[at] === undefined && (ofName.has(meaning) || ofParent(meaning));
  });
  if (isDouble) return heads;
  return heads.map((head, at) => (at === person.at ? "Name" : (person.said[at] ?? head)));
};

/** What can be only one word is written so: "RESCARDEXPDT". */
const inFullWords: Step = ({ heads }) =>
  heads.map((head) => (recognise(head) === undefined && presumed(head) === undefined ? inFull(head) : head));

const isTrade = (head: string, texts: readonly string[]) =>
  /^(?:post|pstn)$/iu.test(head.trim()) && texts.length > 0 && isNoPlace(texts, new Set());

/** "Post" above trades is what somebody is hired for, and no post office. */
const withTrades: Step = ({ heads, samples }) =>
  heads.map((head, at) => (isTrade(head, textsIn(samples, at)) ? "Position" : head));

const isCell = (head: string) => /^cell$/iu.test(head.trim());

/** "Cell" beside "Sector" above words is a part of an address, as in Rwanda, and no telephone. */
const withCells: Step = ({ heads, samples }) =>
  heads.map((head, at) => {
    const isBeside = isCell(head) && heads.some((one) => /^sector$/iu.test(one.trim()));
    return isBeside && textsIn(samples, at).every((text) => !/\p{Nd}/u.test(text)) ? "Village" : head;
  });

/** "Passport number 1" without a second one. */
const withoutOne: Step = ({ heads }) =>
  heads.map((head) => {
    const plain = head.replace(/\s*1$/u, "");
    const isOne = plain !== head && recognise(head) === undefined && ofRecord.has(recognise(plain));
    return isOne && !heads.some((other) => other.startsWith(plain) && /\d$/u.test(other) && other !== head)
      ? plain
      : head;
  });

const askedOnce: ReadonlySet<Recognised | undefined> = new Set(["name", "fatherName", "motherName", "passportNumber"]);

/** "Your name" beside "Candidate's name", or beside what may be a name, is that of whoever fills the form in. */
const withoutReader: Step = (told) => {
  const { heads } = told;
  const said = new Set(heads.filter((head) => !asksReader(head)).map(recognise));
  const isTwice = (meaning: Recognised | undefined) => askedOnce.has(meaning) && said.has(meaning);
  const isOther = (head: string, at: number) => !asksReader(head) && mayHaveNames(told, at);
  const isDoubtful = heads.some((head) => {
    const meaning = asksReader(head) ? recognise(head) : undefined;
    return isTwice(meaning) || (meaning === "name" && heads.some(isOther));
  });
  return isDoubtful ? heads.map((head) => (asksReader(head) ? "Contact" : head)) : heads;
};

const withoutQuestions: Step = ({ heads }) => heads.map(withoutQuestion);

/** "Card expiry" below "Work permit" is its last day, though another column says "ID card". */
const isLastDayBelow = ({ own, whole }: Heading) => own !== whole && isLastDayField(recognise(whole) ?? "");

const steps: readonly Step[] = [
  withoutReader,
  withoutQuestions,
  inFullWords,
  withoutOne,
  withoutSharedWord,
  withTrades,
  withCells,
  withoutWhereRead,
  withoutAsides,
  withPerson,
  byGloss,
  withLastDays,
  withNameParts,
  withThreeNames,
  withWorkers,
  byCitizens,
];

/**
 * The headings of a table in words that are known. `isOwn`: the operator has a field with this heading, which stays. A group
 * above a changed heading counts only where it says something.
 */
export function inPlainWords(
  headings: readonly Heading[],
  samples: Samples,
  isOwn: (heading: Heading) => boolean,
): Heading[] {
  const given = headings.map((heading) => (isOwn(heading) ? "" : heading.own));
  const plain = steps.reduce<readonly string[]>((heads, step) => step({ heads, samples }), given);
  return headings.map((heading, at) => {
    const own = plain[at] ?? "";
    const { group = "" } = heading;
    if (own === given[at] || isLastDayBelow(heading)) return heading;
    const saysNothing = recognise(group) === undefined && !namesSomebodyElse(group) && !isOfPaper(group);
    return group === "" || saysNothing ? { own, whole: own } : { own, whole: `${group} ${own}`, group };
  });
}

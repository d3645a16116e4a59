import type { ImportField } from "#core/imports/import-fields.ts";
import type { Cell } from "#core/imports/table.ts";
import { type Drawing, drawnWriting, type Script } from "./drawn-cells.ts";
import { headingPatterns, headingsIn, otherPatterns } from "./drawn-headings.ts";
import type { PersonParts } from "./drawn-people.ts";

/** `says`: what of a person the column says, alone or with its neighbours. */
type Column = {
  heading: string;
  group?: string;
  /** Columns of one number stay together in all sheets. */
  unit?: number;
  cell: (person: PersonParts, at: number) => Cell;
  says?: (person: PersonParts) => Partial<Record<ImportField, string>>;
};

type Patterned = keyof typeof headingPatterns;

const isIn = (script: Script) => (heading: string) =>
  script === "Latin"
    ? !/[^\p{Script=Latin}\P{L}]/u.test(heading)
    : new RegExp(String.raw`\p{Script=${script}}`, "u").test(heading);

const allPatterns = { ...headingPatterns, other: otherPatterns };
const known = new Map<string, string[]>();

function headingsOf(field: keyof typeof allPatterns, script: Script): string[] {
  const key = `${field} ${script}`;
  const headings = known.get(key) ?? allPatterns[field].flatMap(headingsIn).filter(isIn(script));
  known.set(key, headings);
  return headings;
}

/** Headings of two rows: a group, and what each of its columns is. */
const groups: Record<Script, Record<"passport" | "parents" | "address" | "days", readonly string[]>> = {
  Latin: {
    passport: ["Passport", "No.", "Issue Date", "Expiry"],
    parents: ["Parents", "Father", "Mother"],
    address: ["Permanent Address", "Village", "Thana", "District"],
    days: ["Valid till", "Visa", "Medical", "PCC", "Work Permit"],
  },
  Bengali: {
    passport: ["পাসপোর্ট", "নম্বর", "ইস্যুর তারিখ", "মেয়াদ"],
    parents: ["পিতা-মাতা", "পিতার নাম", "মাতার নাম"],
    address: ["স্থায়ী ঠিকানা", "গ্রাম", "উপজেলা", "জেলা"],
    days: ["মেয়াদ শেষ", "ভিসা", "মেডিকেল", "পুলিশ ক্লিয়ারেন্স", "ওয়ার্ক পারমিট"],
  },
  Devanagari: {
    passport: ["पासपोर्ट", "संख्या", "जारी तिथि", "समाप्ति तिथि"],
    parents: ["माता-पिता", "पिता का नाम", "माता का नाम"],
    address: ["स्थायी पता", "ग्राम", "थाना", "जिला"],
    days: ["वैधता", "वीज़ा", "मेडिकल", "पीसीसी", "वर्क परमिट"],
  },
  Arabic: {
    passport: ["جواز السفر", "الرقم", "تاريخ الإصدار", "تاريخ الانتهاء"],
    parents: ["الوالدان", "اسم الأب", "اسم الأم"],
    address: ["العنوان الدائم", "القرية", "المديرية", "المحافظة"],
    days: ["تاريخ الانتهاء", "التأشيرة", "الفحص الطبي", "حسن السيرة", "تصريح العمل"],
  },
};

const partsOfName: Partial<Record<Script, readonly string[]>> = {
  Latin: ["First Name", "Father Name", "Grandfather Name", "Family Name"],
  Arabic: ["الاسم الأول", "اسم الأب", "اسم الجد", "اسم العائلة"],
};

const days = ["visaPaper", "medical", "policeClearance", "workPermit"] as const;

/** Draws the columns of a table, in the order and the words of some agency. */
export function drawnColumns(drawing: Drawing): Column[] {
  const { one, chance, shuffled, script, words } = drawing;
  const { asDay, asNumber } = drawnWriting(drawing);
  const heading = (field: Patterned) => one(headingsOf(field, script));
  const isGrouped = chance(0.4);
  const grouped = (of: keyof (typeof groups)[Script], columns: Column[]) => {
    const [group = "", ...own] = groups[script][of];
    return columns.map((column, at) => (isGrouped ? { ...column, group, heading: own[at] ?? "" } : column));
  };
  const text = (value: string): Cell => value || words.nothing;
  const plain = (field: Patterned & ImportField): Column => ({
    heading: heading(field),
    cell: (person) => text(person[field] ?? ""),
    says: (person) => ({ [field]: person[field] ?? "" }),
  });
  const day = (kind: (typeof days)[number]): Column => ({
    heading: heading(`lastDays.${kind}`),
    cell: (person) => (person[`lastDays.${kind}`] ? asDay(person[`lastDays.${kind}`] ?? "") : words.nothing),
    says: (person) => ({ [`lastDays.${kind}`]: person[`lastDays.${kind}`] ?? "" }),
  });
  const passport: Column = {
    heading: heading("passportNumber"),
    cell: ({ passportNumber }) => asNumber(passportNumber),
  };
  const ofPassport = (issued: string): Column => ({ heading: issued, cell: () => asDay("2025-02-03") });
  const name: Column = {
    heading: heading("name"),
    cell: ({ nameParts, name: given }) => given ?? nameParts.join(" "),
    says: ({ nameParts }) => ({ name: nameParts.join(" ") }),
  };
  const father: Column = {
    heading: heading("fatherName"),
    cell: ({ fatherParts }) => fatherParts.join(" "),
    says: ({ fatherParts }) => ({ fatherName: fatherParts.join(" ") }),
  };
  const inParts = partsOfName[script];
  const isInParts = inParts !== undefined && chance(0.25);
  const names: Column[] = isInParts
    ? inParts.map((own, at) => ({
        heading: own,
        cell: ({ nameParts, name: given }) => (given === undefined ? (nameParts[at] ?? "") : at === 0 ? given : ""),
        says: ({ nameParts }) => ({ name: nameParts.join(" "), ...(at === 1 && { fatherName: nameParts[1] ?? "" }) }),
      }))
    : [name];
  const whole: Column = {
    heading: heading("address"),
    cell: ({ addressParts }) => addressParts.join(", "),
    says: ({ addressParts }) => ({ address: addressParts.join(", ") }),
  };
  const address =
    isGrouped || chance(0.3)
      ? groups[script].address
          .slice(1)
          .map((own, at): Column => ({ ...whole, heading: own, cell: ({ addressParts }) => addressParts[at] ?? "" }))
      : [whole];
  const parents = [...(isInParts ? [] : [father]), plain("motherName")];
  const units: Column[][] = [
    isGrouped ? grouped("passport", [passport, ofPassport(""), ofPassport("")]) : [passport],
    names,
    parents.length === 2 ? grouped("parents", parents) : parents,
    grouped("address", address),
    isGrouped ? grouped("days", days.map(day)) : days.filter(() => chance(0.5)).map(day),
    ...(chance(0.5) ? [[plain("nationality")]] : []),
    ...(chance(0.3)
      ? [[{ ...plain("irccNumber"), cell: ({ irccNumber = "" }: PersonParts) => asNumber(irccNumber) }]]
      : []),
    ...drawnOthers(drawing, asDay).map((column) => [column]),
  ];
  const serial: Column = {
    heading: one(["SL", "No.", "#", "ক্রমিক", "م"]),
    cell: (_, at) => ({ number: String(at + 1) }),
  };
  return [
    ...(chance(0.7) ? [serial] : []),
    ...shuffled(units).flatMap((own, unit) => own.map((column) => ({ ...column, unit }))),
  ];
}

const isNumberOfOld = /old|previous|lost|former|expired|cancel|পুরাতন|আগের|पुराना|पुरानो|پرانا|القديم|ancien|lama/iu;
const isDay =
  /date|d\.?o\.?b|birth|issue|expiry|exp\.|valid|doi|received|applied|তারিখ|মেয়াদ|तिथि|मिति|म्याद|تاریخ|تاريخ|میعاد|lahir|terbit|berlaku|délivr|naissance/iu;
const isName = /name|নাম|नाम|نام|اسم|nom|nama|w\/o|c\/o|kin/iu;

/** A second grandfather would be the first one of another sheet. */
const isOfName = /^(?:Grandfather.*|اسم الجد)$/u;

/** Some columns of which a record has nothing. */
function drawnOthers({ one, upTo, shuffled, script, words }: Drawing, asDay: (day: string) => Cell): Column[] {
  const all = headingsOf("other", script).filter((heading) => !isOfName.test(heading));
  return shuffled(all)
    .slice(0, 1 + upTo(4))
    .map((heading): Column => {
      if (isNumberOfOld.test(heading)) return { heading, cell: (_, at) => `Z${2_000_000 + at * 7}` };
      if (isDay.test(heading)) return { heading, cell: () => asDay("1990-05-20") };
      if (isName.test(heading)) return { heading, cell: () => `${words.name()} ${words.surname()}` };
      return { heading, cell: (_, at) => one([`0171${1_000_000 + at}`, `19${90_000_000 + at}12345`, "ok"]) };
    });
}

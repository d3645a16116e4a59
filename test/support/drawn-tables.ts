import { surveyed } from "#core/imports/find-table.ts";
import { layoutOf, readingsOf, rowsInTable } from "#core/imports/join-sheets.ts";
import type { ImportField } from "#core/imports/import-fields.ts";
import type { Cell, TableRow } from "#core/imports/table.ts";
import { seededRandom } from "#demo/random.ts";

type Rows = readonly (readonly Cell[])[];
type Sheets = Readonly<Record<string, Rows>>;

const isRows = (content: Rows | Sheets): content is Rows => Array.isArray(content);

/** The rows of a file with one sheet, or with several by name. */
function rowsOfFile(content: Rows | Sheets): TableRow[] {
  const filled = (rows: Rows, sheet?: string) =>
    rows.flatMap((cells, at) =>
      cells.every((cell) => cell === "")
        ? []
        : [{ row: at + 1, cells: [...cells], ...(sheet !== undefined && { sheet }) }],
    );
  return isRows(content) ? filled(content) : Object.entries(content).flatMap(([sheet, rows]) => filled(rows, sheet));
}

/** Finds the table of such a file. */
export function tableOf(content: Rows | Sheets) {
  const file = rowsOfFile(content);
  const layout = layoutOf(surveyed(file));
  if (!layout) throw new Error("The file is empty");
  return { ...layout, readings: readingsOf(layout), rows: rowsInTable(layout, file) };
}

export const columnsOfTexts = (texts: readonly string[]) => tableOf([texts]).main.columns;

type Field = ImportField | "serial" | "birth" | "issued" | "old" | "phone" | "remarks" | "surname" | "givenName";
type Person = Partial<Record<ImportField, string>> & { passportNumber: string; name: string };

const headingTexts: Record<string, Partial<Record<Field, readonly string[]>>> = {
  en: {
    serial: ["SL", "S/N", "No.", "Sr. No", "#"],
    passportNumber: [
      "Passport No",
      "PASSPORT NUMBER",
      "PP No.",
      "Passport #",
      "passport_no",
      "Ppt No",
      "Passport",
      "Pasport No.",
    ],
    irccNumber: ["IRCC No.", "IRCC Number", "UCI", "Application No", "IRCC File No."],
    name: [
      "Name",
      "Full Name",
      "Candidate Name",
      "Name of Worker",
      "Name (as per passport)",
      "CANDIDATE'S NAME",
      "Applicant name*",
    ],
    surname: ["Surname", "Last Name", "Family name"],
    givenName: ["Given Name", "First Name", "Given Names"],
    fatherName: ["Father's Name", "Father", "Fathers name", "Name of Father", "FATHER NAME"],
    motherName: ["Mother's Name", "Mother", "Name of mother"],
    address: ["Address", "Permanent Address", "Home address", "Address (permanent)", "Full Adress"],
    nationality: ["Nationality", "Citizenship", "NATIONALITY"],
    "lastDays.visaPaper": [
      "Visa Expiry",
      "Visa valid until",
      "Visa Expiry Date",
      "Visa exp.",
      "Visa validity",
      "Visa Expiry (dd/mm/yyyy)",
    ],
    "lastDays.medical": ["Medical Expiry", "Medical valid till", "Medical exp date"],
    birth: ["DOB", "Date of Birth", "Birth date"],
    issued: ["Passport issue date", "Date of issue"],
    old: ["Old passport", "Previous Passport No"],
    phone: ["Mobile", "Phone No", "Contact"],
    remarks: ["Remarks", "Status", "Agent"],
  },
  bn: {
    serial: ["ক্রমিক", "ক্রমিক নং"],
    passportNumber: ["পাসপোর্ট নং", "পাসপোর্ট নম্বর", "পাসপোর্ট"],
    irccNumber: ["আইআরসিসি নং", "আবেদন নম্বর"],
    name: ["নাম", "প্রার্থীর নাম", "পূর্ণ নাম"],
    fatherName: ["পিতার নাম", "বাবার নাম", "পিতা"],
    motherName: ["মাতার নাম", "মায়ের নাম"],
    address: ["ঠিকানা", "স্থায়ী ঠিকানা"],
    nationality: ["জাতীয়তা"],
    "lastDays.visaPaper": ["ভিসার মেয়াদ", "ভিসার শেষ দিন"],
    birth: ["জন্ম তারিখ"],
    old: ["পুরাতন পাসপোর্ট নং"],
    remarks: ["মন্তব্য"],
  },
  hi: {
    serial: ["क्रम संख्या"],
    passportNumber: ["पासपोर्ट नंबर", "पासपोर्ट संख्या"],
    name: ["नाम", "पूरा नाम", "आवेदक का नाम"],
    fatherName: ["पिता का नाम"],
    motherName: ["माता का नाम"],
    address: ["पता", "स्थायी पता"],
    nationality: ["राष्ट्रीयता"],
    "lastDays.visaPaper": ["वीज़ा समाप्ति", "वीजा वैधता"],
    birth: ["जन्म तिथि"],
  },
  ne: {
    serial: ["क्र.सं."],
    passportNumber: ["राहदानी नं.", "पासपोर्ट नम्बर"],
    name: ["नाम थर", "पूरा नाम"],
    fatherName: ["बुबाको नाम", "बाबुको नाम"],
    motherName: ["आमाको नाम"],
    address: ["ठेगाना", "स्थायी ठेगाना"],
    "lastDays.visaPaper": ["भिसा म्याद", "भिसा समाप्ति मिति"],
  },
  ur: {
    serial: ["نمبر شمار"],
    passportNumber: ["پاسپورٹ نمبر"],
    name: ["نام", "مکمل نام"],
    fatherName: ["والد کا نام", "ولدیت"],
    motherName: ["والدہ کا نام"],
    address: ["پتہ", "مستقل پتہ"],
    nationality: ["قومیت"],
    "lastDays.visaPaper": ["ویزا میعاد", "ویزہ ختم ہونے کی تاریخ"],
  },
  ar: {
    serial: ["م"],
    passportNumber: ["رقم الجواز", "رقم جواز السفر"],
    name: ["الاسم", "الاسم الكامل", "اسم العامل"],
    fatherName: ["اسم الأب", "اسم الوالد"],
    motherName: ["اسم الأم"],
    address: ["العنوان"],
    nationality: ["الجنسية"],
    "lastDays.visaPaper": ["تاريخ انتهاء التأشيرة", "انتهاء الفيزا"],
    birth: ["تاريخ الميلاد"],
  },
};

const digits: Record<string, string> = {
  bn: "০১২৩৪৫৬৭৮৯",
  hi: "०१२३४५६७८९",
  ne: "०१२३४५६७८९",
  ur: "۰۱۲۳۴۵۶۷۸۹",
  ar: "٠١٢٣٤٥٦٧٨٩",
};
const inDigits = (text: string, of: string | undefined) =>
  of ? text.replaceAll(/\d/g, (digit) => of[Number(digit)] ?? digit) : text;

/** Draws a table as an agency might keep it, with the people who are in it. Rows of nobody and bad rows are among them. */
export function drawnTable(seed: number): { file: TableRow[]; people: Person[] } {
  const draw = seededRandom(seed);
  const upTo = (count: number) => Math.floor(draw() * count);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[upTo(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  };
  const chance = (share: number) => draw() < share;
  const language = one(["en", "en", "en", "bn", "hi", "ne", "ur", "ar"]);
  const texts = headingTexts[language] ?? {};
  const splitsNames = language === "en" && chance(0.3);
  const wanted: Field[] = [
    "serial",
    "passportNumber",
    "irccNumber",
    ...(splitsNames ? (["surname", "givenName"] as const) : (["name"] as const)),
    "fatherName",
    "motherName",
    "address",
    "nationality",
    "lastDays.visaPaper",
    "lastDays.medical",
    "birth",
    "issued",
    "old",
    "phone",
    "remarks",
  ];
  const isNeeded = (field: Field) => ["passportNumber", "name", "surname", "givenName"].includes(field);
  const columns = wanted
    .filter((field) => texts[field] && (isNeeded(field) || chance(0.6)))
    .map((field) => ({ field, place: draw() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ field }) => field);
  const heading = (field: Field) => one(texts[field] ?? [""]);
  const isNumeric = chance(0.2);
  const ownDigits = chance(0.5) ? digits[language] : undefined;
  const dayForm = one(["iso", "dmy", "dmy.", "mdy", "word", "cell", "short"] as const);
  const people = Array.from({ length: 15 + upTo(30) }, (_, at): Person => {
    const number = isNumeric
      ? String(100_000_000 + at * 8_000_000 + upTo(7_000_000))
      : `${one(["A", "B", "EH", "N"])}${1_000_000 + at * 37 + upTo(30)}`;
    const day = () =>
      `${2026 + upTo(4)}-${String(1 + upTo(12)).padStart(2, "0")}-${String(1 + upTo(28)).padStart(2, "0")}`;
    const [given, last] = [
      one(["Rahim", "Md. Karim", "আব্দুর", "Sita", "علي"]),
      one(["Uddin", "Sharma", "হোসেন", "Khan", "Begum"]),
    ];
    const all: Person = {
      passportNumber: number,
      irccNumber: `W${10_000_000 + at * 91 + upTo(80)}`,
      name: `${given} ${last}`,
      fatherName: chance(0.1) ? "" : `${one(["Abdul", "Ram"])} ${last}`,
      motherName: chance(0.1) ? "" : `${one(["Amina", "Gita"])} Begum`,
      address: one(["12 Lake Road, Dhaka", "Ward 4, Sylhet", "House 7; Chittagong"]),
      nationality: one(["Bangladeshi", "Nepali", "Indian"]),
      "lastDays.visaPaper": chance(0.2) ? "" : day(),
      "lastDays.medical": day(),
    };
    return all;
  });
  const asDay = (day: string): Cell => {
    const [year = "", month = "", date = ""] = day.split("-");
    if (dayForm === "cell") return { day };
    const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const forms = {
      iso: day,
      dmy: `${date}/${month}/${year}`,
      "dmy.": `${Number(date)}.${Number(month)}.${year}`,
      mdy: `${month}/${date}/${year}`,
      word: `${Number(date)}-${names[Number(month) - 1]}-${year}`,
      short: `${date}/${month}/${year.slice(2)}`,
    };
    return inDigits(forms[dayForm], dayForm === "word" ? undefined : ownDigits);
  };
  const asNumber = (number: string): Cell => {
    if (isNumeric && /^\d+$/.test(number) && chance(0.7)) return { number };
    const spelt = one([
      number,
      number,
      `${number.slice(0, 2)} ${number.slice(2)}`,
      `${number.slice(0, 3)}-${number.slice(3)}`,
      `'${number}`,
    ]);
    return inDigits(spelt, isNumeric ? ownDigits : undefined);
  };
  const nothing = one(["", "-", "N/A", "nil"]);
  const cellOf = (person: Person, field: Field, at: number): Cell => {
    const words = person.name.split(" ");
    const [given, last] = [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
    const other: Partial<Record<Field, Cell>> = {
      serial: { number: String(at + 1) },
      surname: last,
      givenName: given,
      birth: asDay("1990-05-20"),
      issued: asDay("2024-02-02"),
      old: `Z${2_000_000 + at}`,
      phone: `0171${1_000_000 + at}`,
      remarks: one(["ok", "sent", ""]),
    };
    const kept = other[field];
    if (kept !== undefined) return kept;
    const value = person[field as ImportField] ?? "";
    if (value === "") return nothing;
    if (field.startsWith("lastDays.")) return asDay(value);
    return field === "passportNumber" || field === "irccNumber" ? asNumber(value) : value;
  };
  const rowOf = (person: Person, at: number) => columns.map((field) => cellOf(person, field, at));
  const heads = columns.map(heading);
  const total: Cell[] = columns.map((_, at) =>
    at === 0 ? "Total" : at === 1 ? { number: String(people.length) } : "",
  );
  const bad: Cell[] = columns.map((field) =>
    field === "passportNumber" ? "see file" : field === "name" ? "Nobody" : "",
  );
  const slips: Cell[][] = (people.length < 25 ? [] : people.slice(0, 1)).flatMap(({ passportNumber: number }) =>
    [number.slice(0, 5), `${number.slice(0, 4)}O${number.slice(5)}`].map((slip) =>
      columns.map((field) => (field === "passportNumber" ? slip : field === "remarks" ? "" : "Nobody")),
    ),
  );
  const width = Array.from({ length: columns.length }, () => "");
  const above: Cell[][] = chance(0.4)
    ? [
        [one(["Shapla Overseas", "Candidates 2026", "তালিকা"]), ...width.slice(1)],
        ...(chance(0.5) ? [["Printed 2026-05-01"]] : []),
      ]
    : [];
  const body = people.map(rowOf);
  const middle = upTo(body.length);
  const repeated = chance(0.2) ? [heads] : [];
  const rows: Cell[][] = [
    ...above,
    heads,
    ...(chance(0.15) ? [columns.map((_, at): Cell => ({ number: String(at + 1) }))] : []),
    ...body.slice(0, middle),
    ...repeated,
    ...(chance(0.3) ? [bad, ...slips] : []),
    ...body.slice(middle),
    ...(chance(0.4) ? [total] : []),
  ];
  if (chance(0.6)) return { file: rowsOfFile(rows), people: seen(people, columns) };
  const half = Math.floor(rows.length / 2);
  const shuffled = columns
    .map((_, at) => ({ at, place: draw() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ at }) => at);
  const sheets: Record<string, Rows> = chance(0.5)
    ? { Cover: [["Agency"], ["Shapla Overseas"], ["Prepared by", "Office"]], List: rows }
    : {
        January: rows.slice(0, half),
        February: inOrder([heads, ...rows.slice(half)], chance(0.6) ? shuffled : columns.keys().toArray()),
        Fees: [
          ["Item", "Taka"],
          ["Visa", "5000"],
        ],
      };
  return { file: rowsOfFile(sheets), people: seen(people, columns) };
}

const inOrder = (rows: Rows, order: readonly number[]) => rows.map((cells) => order.map((at) => cells[at] ?? ""));

/** What of the people is in the table. */
const seen = (people: readonly Person[], columns: readonly Field[]): Person[] =>
  people.map((person) => {
    const kept = Object.entries(person).filter(
      ([field, value]) => value !== "" && (columns.includes(field as Field) || field === "name"),
    );
    return Object.fromEntries(kept) as Person;
  });

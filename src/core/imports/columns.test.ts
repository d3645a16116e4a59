import { describe, expect, test } from "vitest";
import { columnsOfTexts, tableOf } from "#test/support/drawn-tables.ts";
import { headsOfLaterSheets } from "./join-sheets.ts";
import { readRow } from "./row.ts";
import type { Cell } from "./table.ts";

const applications = Array.from({ length: 12 }, (_, at) => `W${123456700 + at}`);

describe("the columns of an import", () => {
  test.each([
    [
      ["Passport No.", "IRCC No", "Full name"],
      ["passportNumber", "irccNumber", "name"],
    ],
    [
      ["Father's Name", "MOTHER’S NAME ", "Permanent  Address", "Nationality"],
      ["fatherName", "motherName", "address", "nationality"],
    ],
    [
      ["পাসপোর্ট নং", "আইআরসিসি নাম্বার", "নাম", "পিতার নাম"],
      ["passportNumber", "irccNumber", "name", "fatherName"],
    ],
    [
      ["মায়ের নাম", "ঠিকানা", "জাতীয়তা", "মন্তব্য"],
      ["motherName", "address", "nationality", null],
    ],
    [
      ["PP No", "IRCC নং", "ভিসার মেয়াদ"],
      ["passportNumber", "irccNumber", "lastDays.visaPaper"],
    ],
    [
      ["IRCC Ref", "Passport নং"],
      ["irccNumber", "passportNumber"],
    ],
    [
      ["Visa expiry", "Last day of the work permit", "ভিসার মেয়াদ শেষ", "Medical valid till", "Passport expiry", "Visa"],
      ["lastDays.visaPaper", "lastDays.workPermit", null, "lastDays.medical", null, null],
    ],
    [
      ["Passport No. (পাসপোর্ট নং)", "UCI / IRCC", "Name\n/ নাম", "Father / Mother", "Passport (expiry)"],
      ["passportNumber", "irccNumber", "name", null, null],
    ],
    [
      ["Passport", "", "passport number"],
      ["passportNumber", null, null],
    ],
    [
      ["passportNo", "Name of the candidate", "NAME OF FATHER", "Given Name(s)", "Surname"],
      ["passportNumber", "name", "fatherName", null, null],
    ],
    [
      ["Old passport no", "Passport issue date", "DOB", "Name as per passport"],
      [null, null, null, "name"],
    ],
    [
      ["Pasport number", "Employer name", "Given names", "Last name"],
      ["passportNumber", null, "givenName", "surname"],
    ],
    [
      ["पासपोर्ट नंबर", "पूरा नाम", "पिता का नाम", "वीज़ा समाप्ति तिथि"],
      ["passportNumber", "name", "fatherName", "lastDays.visaPaper"],
    ],
    [
      ["राहदानी नं.", "नाम थर", "बुबाको नाम", "ठेगाना"],
      ["passportNumber", "name", "fatherName", "address"],
    ],
    [
      ["پاسپورٹ نمبر", "نام", "والد کا نام", "پتہ"],
      ["passportNumber", "name", "fatherName", "address"],
    ],
    [
      ["رقم الجواز", "الاسم الكامل", "اسم الأب", "الجنسية", "تاريخ انتهاء التأشيرة"],
      ["passportNumber", "name", "fatherName", "nationality", "lastDays.visaPaper"],
    ],
    [
      ["Visa Expairy Date", "PP#", "Student's Name (English)", "वीज़ा की अंतिम तिथि"],
      ["lastDays.visaPaper", "passportNumber", "name", null],
    ],
    [
      ["Passport", "Name", "Village", "Post Office", "Dist."],
      ["passportNumber", "name", "addressPart", "addressPart", "addressPart"],
    ],
    [
      ["Passport", "Present address", "Permanent address", "District"],
      ["passportNumber", null, "address", "addressPart"],
    ],
    [
      ["Passport", "Permanent address", "Present address", "District"],
      ["passportNumber", "address", null, null],
    ],
    [
      ["Passport", "Region", "Name", "House name", "Place"],
      ["passportNumber", null, "name", "addressPart", "addressPart"],
    ],
    [
      ["Correspondence address", "Permanent address", "BMET clearance expiry", "Police good conduct expiry"],
      [null, "address", null, "lastDays.policeClearance"],
    ],
    [
      ["Sponsor Visa Expiry", "Re-entry Visa Expiry", "Visa Fee Validity", "Mother's Maiden Name", "QID Expiry"],
      [null, null, null, "motherName", "lastDays.idCard"],
    ],
    [
      ["मेडिकलको म्याद", "श्रम स्वीकृतिको म्याद", "ویزے کی میعاد ختم", "MED EXP.", "اسم الأبFather's Name"],
      ["lastDays.medical", "lastDays.workPermit", "lastDays.visaPaper", null, "fatherName"],
    ],
    [
      ["Int'l Passport No.", "Surname", "Other Names", "عنوان العاملة في بلدها\nHome Address", "MED EXP."],
      ["passportNumber", "surname", "givenName", "address", "lastDays.medical"],
    ],
    [
      ["رقم جواز السفر", "الاسم الأول", "اسم الأب", "اسم العائلة", "اسم الأم الكامل", "السكن الدائم", "Mother tongue"],
      ["passportNumber", null, "fatherName", null, "motherName", "address", null],
    ],
    [
      ["பாஸ்போர்ட் எண்Passport No", "கைரேகை காலாவதிBiometrics Valid Upto", "N° IUC (IRCC)", "Village (LC1)", "Parish"],
      ["passportNumber", "lastDays.fingerprint", "irccNumber", "addressPart", "addressPart"],
    ],
    [
      ["Passport No", "Fin de validité visite médicale", "SKCK Berlaku s/d", "Interpol Certificate Expiry"],
      ["passportNumber", "lastDays.medical", "lastDays.policeClearance", null],
    ],
    [
      ["Application No", "IRCC No", "Father/Husband Name"],
      [null, "irccNumber", null],
    ],
    [
      ["Số hộ chiếu / Passport No.", "Họ tên cha / Father's full name", "پاسپورٹ بک / Passport No", "Father / স্বামী"],
      ["passportNumber", "fatherName", null, null],
    ],
    [
      ["Passport No", "Ise / Name", "Orile / Address", "Oruko baba / Father", "Iya / Mother", "Name / Agent"],
      ["passportNumber", "name", "address", "fatherName", "motherName", null],
    ],
    [
      ["رقم طلب IRCC", "Passport No. (MRP)", "Registered address", "الاسم العائلي", "الاسم الشخصي"],
      ["irccNumber", "passportNumber", "address", "surname", "givenName"],
    ],
    [
      ["Pasport No", "Nom", "Prénom", "Nationalité"],
      ["passportNumber", "name", null, "nationality"],
    ],
    [
      ["N° de passeport", "Nom du père", "NAMA CPMI", "IBU KANDUNG", "Casier judiciaire valable jusqu'au"],
      ["passportNumber", "fatherName", "name", "motherName", "lastDays.policeClearance"],
    ],
    [
      ["पी.सी.सी. वैधता", "الاسم الرباعي مع اللقب", "صحيفة الحالة الجنائية سارية حتى", "Old P.P. No."],
      ["lastDays.policeClearance", "name", null, null],
    ],
    [
      ["رقم الجواز", "الاسم الأول", "اسم الأب", "اسم الجد", "اسم العائلة"],
      ["passportNumber", "givenName", "fatherInName", "middleName", "surname"],
    ],
    [
      ["Passport", "First name", "Middle name"],
      ["passportNumber", null, null],
    ],
    [
      ["Surname", "First name", "Ext.", "Home town", "GPS Address", "Region"],
      ["surname", "givenName", "nameSuffix", "addressPart", "addressPart", "addressPart"],
    ],
    [
      ["اسم العامل رباعي", "Masa berlaku visa", "Nama ayah kandung"],
      ["name", "lastDays.visaPaper", "fatherName"],
    ],
    [
      ["Passport", "Region", "Zone", "Woreda", "Kebele"],
      ["passportNumber", "addressPart", "addressPart", "addressPart", "addressPart"],
    ],
    [
      ["Passport", "Region", "Name", "Address line 1", "Address line 2", "District & State"],
      ["passportNumber", null, "name", "addressPart", "addressPart", "addressPart"],
    ],
    [
      ["Passport", "اسم والده", "اسم والدته"],
      ["passportNumber", null, "motherName"],
    ],
  ])("are recognised by their headings: %j", (texts, fields) => {
    expect(columnsOfTexts(texts)).toEqual(fields);
  });

  test.each([
    [
      "a title, and groups over several headings",
      [["Candidates 2026"], ["", "Numbers", "", "Person"], ["Passport", "IRCC", "Name"]],
      ["passportNumber", "irccNumber", "name", null],
    ],
    [
      "one row over several headings",
      [["People"], ["Passport", "Name", "Parents", "", "Address"], ["", "", "Father", "Mother", ""]],
      ["passportNumber", "name", "fatherName", "motherName", "address"],
    ],
    [
      "no second row",
      [["People"], ["Passport", "Name", "Father", "", "Address"]],
      ["passportNumber", "name", "fatherName", null, "address"],
    ],
    [
      "two languages, above and below",
      [
        ["SL / ক্রমিক", "Passport / পাসপোর্ট", "", "ঠিকানা / Address", "", "Visa / ভিসা", "Agent / প্রতিনিধি"],
        [
          "",
          "No. / নং",
          "Expiry / মেয়াদ",
          "Village & P.O. / গ্রাম ও ডাকঘর",
          "District",
          "Valid till / মেয়াদ শেষ",
          "Name / নাম",
        ],
      ],
      [null, "passportNumber", null, "addressPart", "addressPart", "lastDays.visaPaper", null],
    ],
    [
      "one heading that is split",
      [
        ["Candidate", "Passport Details", "", "Father"],
        ["", "No.", "Expiry", ""],
      ],
      ["name", "passportNumber", null, "fatherName"],
    ],
    [
      "one heading for a name in parts, and one for a passport and its number",
      [
        ["Name of applicant", "", "", "جواز السفر", ""],
        ["Last name", "First name", "Middle name", "رقمه", "تاريخ الانتهاء"],
      ],
      ["surname", "givenName", "middleName", "passportNumber", null],
    ],
    [
      "a word above and a word below",
      [
        ["SL", "Passport", "", "Visa", "", "Employer", ""],
        ["", "No.", "Expiry", "No.", "Expiry", "Name", "Address"],
      ],
      [null, "passportNumber", null, null, "lastDays.visaPaper", null, null],
    ],
  ])("are found below %s", (_, above, fields) => {
    const { main } = tableOf([...above, fields.map((__, at) => `A123456${at}`)]);
    expect([main.at, main.columns]).toEqual([above.length - 1, fields]);
  });

  test("without a telling heading are known by what is in them", () => {
    const rows = [
      ["No", "Document", "", "Name"],
      ["1", "A1234567", "W12345678", "Rahim"],
      ["2", "AB123456", "W12345679", "Karim"],
    ];
    expect(tableOf(rows).main.columns).toEqual([null, "passportNumber", "irccNumber", "name"]);
  });

  test("are left out if what is in them is something else", () => {
    const people = ["Yes A1234567 Rahim", "No A1234568 Karim"].map((row) => row.split(" "));
    const rows = [["Passport", "Passport no", "Name"], ...people];
    expect(tableOf(rows).main.columns).toEqual([null, "passportNumber", "name"]);
  });

  test.each([
    ["a given name", ["Rahim", "Uddin"], "givenName"],
    ["the whole name", ["Rahim Uddin", "Uddin"], "name"],
  ])("a name beside a surname is %s", (_, [name = "", surname = ""], meaning) => {
    const rows = [
      ["Passport", "Name", "Surname"],
      ["A1234567", name, surname],
      ["A1234568", name, surname],
    ];
    expect(tableOf(rows).main.columns[1]).toBe(meaning);
  });

  const people = (count: number, ...rest: readonly (readonly Cell[])[]) =>
    Array.from({ length: count }, (_, at) => rest.map((cells) => cells[at % cells.length] ?? ""));
  const digits = Array.from({ length: 12 }, (_, at) => String(1_234_500 + at));
  const letters = ["AA", "AB"];
  test.each([
    [
      "what stands between two parts of an address is one",
      ["Passport", "Village", "Gbogbo", "District"],
      people(8, ["A1234567"], ["Char Para"], ["Sadar"], ["Bhola"]),
      ["passportNumber", "addressPart", "addressPart", "addressPart"],
    ],
    [
      "what stands beside the parts of an address may be the first of them",
      ["Gbogbo", "District", "Ward", "Passport"],
      people(8, ["Sadar"], ["Bhola"], ["7"], ["A1234567"]),
      [null, null, null, "passportNumber"],
    ],
    [
      "a column that is known to be something else is none of them",
      ["Occupation", "District", "Phone", "Ward", "Passport"],
      people(8, ["Mason"], ["Bhola"], ["0171"], ["7"], ["A1234567"]),
      [null, "addressPart", null, "addressPart", "passportNumber"],
    ],
    [
      "a heading with a word for something else says that it is none of them",
      ["Status of visa", "District", "Ward", "Passport"],
      people(8, ["Sent"], ["Bhola"], ["7"], ["A1234567"]),
      [null, "addressPart", "addressPart", "passportNumber"],
    ],
    [
      "the letters of a passport",
      ["Series", "Passport No", "Name"],
      people(12, letters, digits, ["Rahim Uddin"]),
      ["passportSeries", "passportNumber", "name"],
    ],
    [
      "letters that may be those of the passport",
      ["Gbogbo", "Passport No", "Name"],
      people(12, letters, digits, ["Rahim Uddin"]),
      [null, null, "name"],
    ],
    [
      "women and men are no letters of a passport",
      ["Gbogbo", "Passport No", "Name"],
      people(12, ["M", "F"], digits, ["Rahim Uddin"]),
      [null, "passportNumber", "name"],
    ],
    [
      "the letters are in the number already",
      ["Series", "Passport No", "Name"],
      people(12, letters, ["AA1234567"], ["Rahim Uddin"]),
      [null, "passportNumber", "name"],
    ],
    [
      "nearly all people have one name of several",
      ["Passport", "Name"],
      people(12, ["A1234567"], ["Rahim"]),
      ["passportNumber", null],
    ],
    [
      "a language without spaces",
      ["Passport", "Name"],
      people(12, ["A1234567"], ["မောင်မောင်"]),
      ["passportNumber", "name"],
    ],
    [
      "two numbers at IRCC",
      ["Passport", "UCI", "Application No"],
      people(12, ["A1234567"], ["12345678", ""], applications),
      ["passportNumber", "irccNumber", "irccNumber"],
    ],
  ] as const)("are asked for rather than guessed: %s", (_, heads, rows, fields) => {
    expect(tableOf([heads, ...rows]).main.columns).toEqual(fields);
  });

  test("of all sheets with the same headings are one table; the others are named", () => {
    const heads = ["Passport No", "Name"];
    const sheets = {
      Cover: [["Agency"], ["2026"]],
      May: [heads, ["A1234567", "Rahim"]],
      June: [["June"], heads, ["A1234568", "Karim"]],
      Fees: [
        ["Item", "Taka"],
        ["Visa", "5000"],
      ],
    };
    const { main, others, unread } = tableOf(sheets);
    expect([main, ...others].map(({ sheet }) => sheet.name)).toEqual(["May", "June"]);
    expect(unread.map(({ sheet }) => sheet.name)).toEqual(["Cover", "Fees"]);
  });

  test("of sheets are told apart in each: in another order, in other words, one more, one less", () => {
    const layout = tableOf({
      Register: [
        ["Passport", "Received on"],
        ["A1234560", "2026-01-02"],
      ],
      May: [
        ["Passport No", "ID No", "Name", "Visa exp."],
        ["A1234561", "77712345", "Rahim", "31/03/2027"],
      ],
      June: [
        ["ID No", "Name", "Medical exp.", "PP No"],
        ["77712346", "Karim", "30/04/2027", "A1234562"],
      ],
    });
    const { main, unread, rows } = layout;
    const reading = { columns: main.columns, readings: layout.readings };
    expect(rows.map((cells) => readRow(reading, cells).input)).toEqual([
      { passportNumber: "A1234561", name: "Rahim", "lastDays.visaPaper": "2027-03-31" },
      { passportNumber: "A1234562", name: "Karim", "lastDays.medical": "2027-04-30" },
    ]);
    expect([unread.map(({ sheet }) => sheet.name), headsOfLaterSheets(layout)]).toEqual([
      ["Register"],
      ["Medical exp."],
    ]);
  });
});

import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";

test.each([
  [["Licence 24", "", "Rahim"], [""]],
  [["Licence 24", "", "Agent: Rahim"]],
  [["Licence 24", "", "30-Nov-26"]],
  [["Rahim Overseas", "", "Batch 9"]],
])("headings are not read with a letterhead: %s", (...above) => {
  const rows = [...above, ["Passport", "Name", "Village", "District"], ["A1234567"]];
  expect(tableOf(rows).main.headings.map(({ whole }) => whole)).toEqual(rows.at(-2));
  expect(tableOf(rows).main.columns).toEqual(["passportNumber", "name", "addressPart", "addressPart"]);
});

test("headings below the details of somebody are no letterhead", () => {
  const rows = [["Agency list", "", "Client: details"], ["Passport", "Zorbo", "Name", "Father"], ["A1234567"]];
  expect(tableOf(rows).main.headings.map(({ whole }) => whole)).toContain("Client: details Name");
});

test("a paper above a last day in other words is that of the last day", () => {
  const people = Array.from({ length: 8 }, (_, at) => [
    `A${1_234_567 + at * 7919}`,
    `2${at}/05/2025`,
    `2${at}/05/2029`,
  ]);
  const rows = [["Passport", "VISA"], ["", "Valid From", "Valid To"], ...people];
  expect(tableOf(rows).main.columns).toEqual(["passportNumber", null, "lastDays.visaPaper"]);
});

test.each([
  [
    "(as in passport)",
    ["Candidate name", "Father's name", "Passport", ""],
    ["(as in passport)", "(as per passport)", "No.", "Expiry"],
    ["name", "fatherName", "passportNumber", null],
  ],
  [
    "the paper above, and that of another column is none",
    ["Worker", "Passport", "Work permit", ""],
    ["Name", "No. / ID card", "No.", "Card expiry"],
    ["name", null, null, "lastDays.workPermit"],
  ],
])("of two rows of headings, the upper one tells: %s", (_, above, below, columns) => {
  const people = Array.from({ length: 8 }, (__, at) =>
    columns.map((meaning) =>
      meaning === "passportNumber"
        ? `A${1_234_567 + at * 7919}`
        : meaning !== null && /name/i.test(meaning)
          ? "Ali Khan"
          : "20/05/2029",
    ),
  );
  expect(tableOf([above, below, ...people]).main.columns).toEqual(columns);
});

test.each([
  ["Gasabo", "addressPart"],
  ["0788 412047", null],
])("a cell beside a sector is a place in Rwanda, if it is no telephone: %s", (cell, columns) => {
  const rows = [
    ["Passport", "Address", "", ""],
    ["No.", "District", "Sector", "Cell"],
  ];
  const people = Array.from({ length: 8 }, () => ["A1234567", "Huye", "Tumba", cell]);
  expect(tableOf([...rows, ...people]).main.columns.at(-1)).toBe(columns);
});

test("what stands beside the columns of a group is no part of it", () => {
  const people = Array.from({ length: 8 }, (_, at) => {
    const days = ["1990-05-20", `202${at}-02-20`, `202${at}-03-20`, "1990-05-21"];
    return [`A${1_234_567 + at * 7919}`, ...days, "Char Para", "Bhola", at % 2 === 0 ? "ok" : "01711000001"];
  });
  const rows = [
    ["Passport", "Mining permit expiry", "Valid till", "", "", "Permanent address", "", ""],
    ["", "", "Visa", "Work permit", "Flight date", "Village", "District", "#"],
    ...people,
  ];
  const days = [null, "lastDays.visaPaper", "lastDays.workPermit", null];
  expect(tableOf(rows).main.columns).toEqual(["passportNumber", ...days, "addressPart", "addressPart", null]);
});

test.each([[["Worker", "", "Employer: ABC"]], [["", "", "Sponsor: كفيل"]]])(
  "headings below somebody else are theirs: %s",
  (above) => {
    const rows = [above, ["Passport", "Name", "Address"], ["A1234567", "Ali Khan", "Char Para, Bhola"]];
    expect(tableOf(rows).main.columns).toEqual(["passportNumber", "name", null]);
  },
);

test("headings below a town whose name has the word for a guardian in it are the person's", () => {
  const rows = [
    ["حولي - شارع تونس", "", "Hawalli"],
    ["رقم الجواز Passport", "اسم العاملة Name", "العنوان"],
    ["A1234567", "Ali Khan", "Char Para, Bhola"],
  ];
  expect(tableOf(rows).main.columns).toEqual(["passportNumber", "name", "address"]);
});

test.each([
  [["1. Passport no.", "2. Name", "3) Medical to"]],
  [["Passport_no. *", "Name :", "Medical.to"]],
  [["Pass-\nport no.", "Name\nof worker", "Medical\nto"]],
  [["Passport\nPasaporte", "Name\nNama", "Medical to"]],
])("headings of a form are read as they are meant: %j", (heads) => {
  const counted = ["(1)", "(2)", "(3)"];
  const people = Array.from({ length: 8 }, (_, at) => [`A${1_234_567 + at * 7919}`, "Ali Khan", `2${at}/05/2029`]);
  expect(tableOf([heads, counted, ...people]).main.columns).toEqual(["passportNumber", "name", "lastDays.medical"]);
});

test("words of a heading below each other are no words of two languages", () => {
  const heads = ["Passport\nNo", "Full\nName", "Zorbo\nPIN", "Union\ncard", "PP\nExp"];
  const rows = [heads, ["A1234567", "Ali Khan", "24B3385O", "54981", "14-Nov-30"]];
  expect(tableOf([["", "", "", "", "as on"], ...rows]).main.columns).toEqual([
    "passportNumber",
    "name",
    null,
    null,
    null,
  ]);
});

test("headings of thousands of letters are read by the first", () => {
  const { main } = tableOf([
    ["Passport", `Zorbo ${"a".repeat(1999)}`],
    ["A1234567", "Rahim Uddin"],
  ]);
  expect(main.left.map(({ head }) => head.length)).toEqual([300]);
});

import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";

const cellOf = (head: string) =>
  /date|exp|valid/i.test(head) ? "31/03/2027" : /no\b|passport|visa/i.test(head) ? "A1234567" : "Char Para";
const columnsOf = (...heads: readonly (readonly string[])[]) => {
  const cells = (heads.at(-1) ?? []).map((head, at) => cellOf(head || (heads[0]?.[at] ?? "")));
  const { main } = tableOf([["Register"], ...heads, cells, cells]);
  return { columns: main.columns, left: main.left.map(({ head }) => head) };
};

test.each([
  ["that of somebody else", ["Passport", "Sponsor visa no", "Visa expiry"], "Visa expiry"],
  ["that of a group", ["Passport", "Block visa", "Visa exp"], "Visa exp"],
  ["one of two kinds", ["Passport", "Visa exp", "Residence visa exp"], "Visa exp"],
])("a last day of a visa is taken only if it is clear of which; it may be %s", (_, heads, named) => {
  const { columns, left } = columnsOf(heads);
  expect(columns).not.toContain("lastDays.visaPaper");
  expect(left).toContain(named);
});

test.each([["Visa issue"], ["Viza valabilă de la"], ["Wiza od"], ["Visa appointment"]])(
  "the day of issue beside it says nothing of whose visa it is: %s",
  (head) => {
    expect(columnsOf(["Passport", head, "Visa expiry"]).columns).toContain("lastDays.visaPaper");
  },
);

test.each([
  ["no test for tuberculosis beside it", ["TB test valid till", "Medical expiry"], [null, "lastDays.medical"]],
  ["that test, if it is the only one", ["TB certificate expiry", "Ref"], ["lastDays.medical", null]],
])("the medical is %s", (_, heads, columns) => {
  expect(columnsOf(["Passport", "Name", ...heads]).columns.slice(2)).toEqual(columns);
});

test.each([["Employer"], ["Emplr"], ["Sponsor name"]])(
  "the only part of an address, directly behind somebody else, is theirs: %s",
  (head) => {
    const heads = ["Name", "Passport", head, "City"];
    expect(columnsOf(heads).columns.at(-1)).toBeNull();
    expect(columnsOf(heads).left).toContain("City");
    expect(columnsOf(["Name", head, "Passport", "City"]).columns.at(-1)).toBe("addressPart");
    expect(columnsOf(["Name", "Passport", head, "Home city"]).columns.at(-1)).toBe("addressPart");
  },
);

test("a title above the headings makes no other paper of a passport", () => {
  const { columns } = columnsOf(["FILES", "", "LMIA master list"], ["Name", "Passport No", "Passport expiry"]);
  expect(columns).toEqual(["name", "passportNumber", null]);
});

test.each([["Angajator"], ["Poslodavac"], ["Arbeitgeber"], ["İşveren"], ["นายจ้าง"], ["雇主"]])(
  "below somebody else, an address is not the person's: %s",
  (group) => {
    const { columns } = columnsOf(["Worker", "", group, ""], ["Passport No", "Name", "Code", "Address"]);
    expect(columns).toEqual(["passportNumber", "name", null, null]);
  },
);

test.each([
  [
    "a passport",
    ["Mother", "", "Applicant", ""],
    ["Name", "Passport No", "Passport No", "Name"],
    ["motherName", null, "passportNumber", "name"],
  ],
  [
    "an address",
    ["Father", "", "Worker", ""],
    ["Name", "Address", "Address", "Name"],
    ["fatherName", null, "address", "name"],
  ],
  [
    "what nobody else has",
    ["Mother", "", "", "Visa"],
    ["Name", "Passport No", "Nationality", "No"],
    ["motherName", "passportNumber", "nationality", null],
  ],
  [
    "what stands below a contact",
    ["Contact", "", "Worker", ""],
    ["Name", "Phone", "Name", "Passport No"],
    [null, null, "name", "passportNumber"],
  ],
  [
    "the address below a contact",
    ["Contact", "", "Worker", ""],
    ["Phone", "Native address", "Name", "Passport No"],
    [null, "address", "name", "passportNumber"],
  ],
  [
    "the parts of an address below a contact",
    ["Contact", "", "", "Worker", ""],
    ["Phone", "Village", "District", "Name", "Passport No"],
    [null, "addressPart", "addressPart", "name", "passportNumber"],
  ],
  [
    "no house of a contact with a name",
    ["Worker", "", "Contact", "", ""],
    ["Passport No", "Name", "Name", "Phone", "Address"],
    ["passportNumber", "name", null, null, null],
  ],
  [
    "no parts of the address of a contact who is called by a relation",
    ["Worker", "", "Contact", "", "", ""],
    ["Passport No", "Name", "Relation", "Phone", "Village", "District"],
    ["passportNumber", "name", null, null, null, null],
  ],
])("below a parent or a contact the person has only what no other column says: %s", (_, groups, heads, columns) => {
  expect(columnsOf(groups, heads).columns).toEqual(columns);
});

test.each([
  ["the permanent address rather than a local one", ["Local Address", "Permanent Address"], [null, "address"]],
  ["no division beside a whole address: it may be that of a company", ["Address", "Division"], ["address", null]],
  ["a division beside another part", ["Address", "District", "Division"], ["address", "addressPart", "addressPart"]],
])("of addresses is taken %s", (_, heads, columns) => {
  expect(columnsOf(["Passport", ...heads]).columns.slice(1)).toEqual(columns);
});

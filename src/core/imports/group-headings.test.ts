import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";

test.each([
  [["Licence 24", "", "Rahim"], [""]],
  [["Licence 24", "", "Agent: Rahim"]],
  [["Licence 24", "", "30-Nov-26"]],
])("headings are not read with a letterhead: %s", (...above) => {
  const rows = [...above, ["Passport", "Name", "Village", "District"], ["A1234567"]];
  expect(tableOf(rows).main.headings.map(({ whole }) => whole)).toEqual(rows.at(-2));
  expect(tableOf(rows).main.columns).toEqual(["passportNumber", "name", "addressPart", "addressPart"]);
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

test("headings of thousands of letters are read by the first", () => {
  const { main } = tableOf([
    ["Passport", `Zorbo ${"a".repeat(1999)}`],
    ["A1234567", "Rahim Uddin"],
  ]);
  expect(main.left.map(({ head }) => head.length)).toEqual([300]);
});

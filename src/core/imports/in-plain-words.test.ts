import { expect, test } from "vitest";
import { tableOf } from "#test/support/drawn-tables.ts";
import { readRow } from "./row.ts";

const names = "Abdul Karim|Nurul Haque|Chan Mia|Abul Kashem|Gul Zaman|Des Raj|Ali Raza|Said Khan".split("|");
const fathers = names.map((_, at) => `${names[(at + 3) % names.length]} Senior`);
const passports = names.map((_, at) => `AB${1_234_567 + at * 7919}`);
const addresses = names.map((_, at) => `Vill. Char ${"ABCDEFGH"[at]}, Bhola`);
const singles = "Kamal Jamal Belal Dulal Helal Jalal Alal Salal".split(" ");
const companies = ["Agro LLC", "EFS"];
const days = names.map((_, at) => `2${at}/05/2029`);
const later = names.map((_, at) => `2${at}/0${at + 1}/2030`);
const earlier = names.map((_, at) => `2${at}/0${at + 1}/2026`);
const table = (heads: readonly string[], ...columns: readonly (readonly string[])[]) =>
  tableOf([heads, ...names.map((_, at) => columns.map((cells) => cells[at % cells.length] ?? ""))]).main.columns;

test.each([
  ["Grower", "Grower's father", "Grower's PP"],
  ["IP Holder", "Father of IP Holder", "Passport of IP Holder"],
  ["Intern", "Name of intern’s father", "Intern passport"],
  ["Principal Applicant", "PA's Father", "PA Passport"],
  ["Amil (worker)", "Amil's walid", "Passport"],
])("of whom a table names the father, that is the person: %s", (...heads) => {
  expect(table(heads, names, fathers, passports)).toEqual(["name", "fatherName", "passportNumber"]);
});

test("a father is no last day, and the end of two papers no number", () => {
  const heads = ["Appl. Nm", "Appl. S/D of", "Appl. PP", "PP/CI exp"];
  const columns = ["name", "fatherName", "passportNumber", null];
  expect(table(heads, names, fathers, passports, later)).toEqual(columns);
  expect(table(["Name", "Appl. S/D of", "PP"], names, fathers, passports)).toEqual(["name", null, "passportNumber"]);
  expect(table(["PP/CI no", "PP/CI exp"], passports, days)).toEqual(["passportNumber", null]);
  expect(table(["Zorbo", "PP/CI exp"], names, passports)).toEqual([null, null]);
});

test.each(["Sponsor", "Employer", "Owner", "Nominee", "Guarantor", "Agent", "Host", "Kafil", "Malik"])(
  "neither somebody else nor their father is the person: %s",
  (who) => {
    const heads = [who, `${who}'s father`, `${who}'s passport`];
    expect(table(heads, names, fathers, passports)).toEqual([null, null, null]);
    expect(table(["Name", ...heads], names, fathers, fathers, passports)).toEqual(["name", null, null, null]);
  },
);

test.each([
  ["another column is the name", ["Zorbo", "Zorbo's father", "Name"], ["name"]],
  ["another column may be the name", ["Zorbo", "Zorbo's father", "Umeedwar"], ["name"]],
  ["another column is the father", ["Zorbo", "Zorbo's father", "Father's name"], ["fatherName"]],
])("who is called so is not known if %s", (_, heads, last) => {
  expect(table(heads, names, fathers, names)).toEqual([null, null, ...last]);
});

test.each([
  [
    ["Father (PP name)", "Mother (per passport/birth cert.)"],
    [fathers, names],
    ["fatherName", "motherName"],
  ],
  [
    ["Passport no. on permit", "Passport no."],
    [passports, passports],
    [null, "passportNumber"],
  ],
  [
    ["Father (IMM 5645)", "Mother's name for Musaned", "Nationality (typed)"],
    [fathers, names, ["Nepali", "Indian"]],
    ["fatherName", "motherName", "nationality"],
  ],
  [
    ["Passport no. (Musaned)", "Father (agent)", "Mother (old)", "Mother (phone)"],
    [passports, fathers, names, passports],
    ["passportNumber", null, null, null],
  ],
  [
    ["Father (zorbo)", "Father (gbogbo)"],
    [fathers, fathers],
    [null, null],
  ],
  [
    ["Umeedwar", "Name (zorbo)"],
    [names, fathers],
    ["name", null],
  ],
  [
    ["Gbogbo", "Name (zorbo)"],
    [names, fathers],
    [null, null],
  ],
  [
    ["FNAME", "LNAME", "FATHER"],
    [["Ali"], ["Khan"], fathers],
    ["givenName", "surname", "fatherName"],
  ],
  [
    ["Amma (mother)", "Agent (father)", "Guardian (Father)"],
    [names, fathers, fathers],
    ["motherName", null, "fatherName"],
  ],
  [
    ["Visa sesh", "Medical sesh"],
    [days, days],
    ["lastDays.visaPaper", "lastDays.medical"],
  ],
  [
    ["Visa hanggang", "Medical sesh"],
    [days, days],
    ["lastDays.visaPaper", null],
  ],
  [
    ["Work permit to", "Passport to"],
    [days, days],
    ["lastDays.workPermit", null],
  ],
  [
    ["Work permit to", "Visa runs out"],
    [names, names],
    [null, null],
  ],
  [
    ["Visa granted", "Medical expiry", "Medical zorbo", "Passport zorbo"],
    [later, earlier, later, days],
    [null, "lastDays.medical", null, null],
  ],
  [
    ["Passport zorbo", "Visa zorbo", "PCC gbogbo"],
    [later, days, days],
    [null, "lastDays.visaPaper", null],
  ],
  [
    ["Aviz valabil până la", "Nr. aviz de muncă", "Zorbo valid till", "Zorbo card no"],
    [days, passports, days, passports],
    ["lastDays.workPermit", null, null, null],
  ],
  [
    ["Card valid till", "Labour card no", "Health card no"],
    [days, passports, passports],
    [null, null, null],
  ],
  [
    ["Visa from", "Visa to", "Med from", "Med to"],
    [earlier, days, earlier, days],
    [null, "lastDays.visaPaper", null, "lastDays.medical"],
  ],
  [
    ["Wiza do", "FOMEMA sah hingga", "Visa to do"],
    [days, days, days],
    ["lastDays.visaPaper", "lastDays.medical", null],
  ],
  [
    ["NAME", "F NAME"],
    [names, ["Ali"]],
    ["name", "fatherName"],
  ],
  [
    ["FNAME", "LAST NAME"],
    [["Ali"], ["Khan"]],
    ["givenName", "surname"],
  ],
  [
    ["CNIC Expiry", "NID valid till", "Health card expiry", "QID expiry"],
    [days],
    [null, null, null, "lastDays.idCard"],
  ],
  [
    ["Residence permit last day", "Entry permit upto", "Study permit ends"],
    [days],
    ["lastDays.idCard", "lastDays.visaPaper", null],
  ],
  [
    ["Home area", "Employer's town"],
    [addresses, addresses],
    ["addressPart", null],
  ],
  [
    ["India Home", "Local Address (BC)"],
    [addresses, ["Surrey BC"]],
    ["address", null],
  ],
  [
    ["Home area", "Lives at"],
    [addresses, addresses],
    [null, null],
  ],
  [
    ["Camp & town", "City of work"],
    [addresses, addresses],
    [null, null],
  ],
  [
    ["Mother's home", "Visa taken to", "Medical sent to"],
    [addresses, days, days],
    [null, null, null],
  ],
  [
    ["House & road", "Zorbo"],
    [addresses, ["Bhola"]],
    [null, null],
  ],
  [
    ["App_Nm", "App_Fth", "App_PPT", "App_PPT_Iss", "Emp_Nm", "Emp_Add"],
    [names, fathers, passports, days, companies, addresses],
    ["name", "fatherName", "passportNumber", null, null, null],
  ],
  [
    ["Name__c", "Father_Name__c", "Passport_No__c"],
    [names, fathers, passports],
    ["name", "fatherName", "passportNumber"],
  ],
  [
    ["Gtr_Name", "Gtr_Father", "Umeed"],
    [names, fathers, names],
    [null, null, null],
  ],
  [
    ["Rep Name", "Rep Father", "Cand status"],
    [names, fathers, ["Sent"]],
    [null, null, null],
  ],
  [
    ["W_Name", "W_Father", "H_Name", "H_Father"],
    [names, fathers],
    [null, null, null, null],
  ],
  [
    ["X_Name", "X_Father", "Agent passport"],
    [names, fathers, passports],
    [null, null, null],
  ],
  [
    ["Med_Name", "Med_Father", "Old_Name", "Old_Father"],
    [names, fathers],
    [null, null, null, null],
  ],
  [
    ["Your name", "Candidate's full name"],
    [fathers, names],
    [null, "name"],
  ],
  [
    ["Your name", "Zorbo"],
    [fathers, names],
    [null, null],
  ],
  [
    ["Your name", "Candidate's father's name"],
    [names, fathers],
    ["name", "fatherName"],
  ],
  [
    ["SName", "GName"],
    [["Khan"], ["Ali"]],
    ["surname", "givenName"],
  ],
  [
    ["SName", "GName", "Name"],
    [fathers, fathers, names],
    [null, null, "name"],
  ],
  [
    ["FN", "LN"],
    [["Ali"], ["Khan"]],
    ["givenName", "surname"],
  ],
  [
    ["Beneficiary Last", "Beneficiary First"],
    [["Khan"], ["Ali"]],
    ["surname", "givenName"],
  ],
  [
    ["Gtr Last", "Gtr First", "Zorbo"],
    [["Khan"], ["Ali"], names],
    [null, null, null],
  ],
  [["F. NAME"], [names], ["name"]],
  [
    ["F. NAME", "Zorbo"],
    [fathers, singles],
    ["fatherName", null],
  ],
  [
    ["F. NAME", "M. NAME"],
    [fathers, names],
    ["fatherName", "motherName"],
  ],
  [
    ["Seaman name", "Seaman's father"],
    [names, singles],
    ["name", "fatherName"],
  ],
  [
    ["Deployed worker", "Refused by"],
    [names, fathers],
    ["name", null],
  ],
  [
    ["Deployed worker", "New worker"],
    [names, fathers],
    [null, null],
  ],
  [
    ["Bewerber/in", "Chef"],
    [names, fathers],
    [null, null],
  ],
  [
    ["Post", "District"],
    [
      ["Mason", "Driver"],
      ["Bhola", "Barisal"],
    ],
    [null, "addressPart"],
  ],
  [
    ["E.P. validity", "Entry permit no"],
    [days, passports],
    ["lastDays.visaPaper", null],
  ],
  [
    ["E.P. validity", "Entry permit no", "Employment pass no"],
    [days, passports, passports],
    [null, null, null],
  ],
  [
    ["ZB cert. expiry", "Police cert. expiry"],
    [days, days],
    [null, "lastDays.policeClearance"],
  ],
  [
    ["SP expiry", "SP Application"],
    [days, ["Sent"]],
    [null, null],
  ],
  [
    ["Passport_Number1", "Zorbo"],
    [passports, addresses],
    ["passportNumber", null],
  ],
  [
    ["Passport No1", "Passport No2"],
    [passports, passports.map((number) => `C${number}`)],
    [null, null],
  ],
  [
    ["Namer Suru (First name)", "Namer Shesh (Last name)"],
    [singles, ["Khan", "Das", "Mia", "Roy", "Ali", "Sen", "Dey", "Ray"]],
    ["givenName", "surname"],
  ],
] as const)("a heading counts with what else the table has: %s", (heads, columns, fields) => {
  const cells = heads.map((_, at) => columns[at % columns.length] ?? []);
  const found = table(["Passport", ...heads], passports, ...cells).slice(1);
  const hasPassport = fields.some((field) => field === "passportNumber");
  expect(hasPassport ? table(heads, ...cells) : found).toEqual(fields);
});

const surnameFirst = Array.from({ length: 6 }, () => "Khan, Ali");
test.each([
  ["Worker (Last, First)", ["Dela Cruz, Michael John", "Ali"], ["Michael John Dela Cruz", "Ali"]],
  ["Name", ["Salazar, Alvin", "Uddin, Md", "Khan, Ali"], ["Alvin Salazar", "Md Uddin", "Ali Khan"]],
  ["Name", ["Juan Santos, Jr.", "Ali Khan, Jr", "Des Raj, III"], ["Juan Santos, Jr.", "Ali Khan, Jr", "Des Raj, III"]],
  ["Name", ["Salazar, Alvin", "Ali Khan", "Des Raj"], ["Salazar, Alvin", "Ali Khan", "Des Raj"]],
  ["Name", ["Karim, Char Para", "Ali, Khan", "Des, Raj"], ["Karim, Char Para", "Ali, Khan", "Des, Raj"]],
  ["Name", ["Karim, Road 2", ...surnameFirst], ["Karim, Road 2", ...surnameFirst]],
  ["Name (Last, First)", ["Karim, Md Para", "Ali, Bo"], ["Md Para Karim", "Bo Ali"]],
  ["Name (First, Last)", ["Alvin, Salazar", "Ali, Khan", "Des, Raj"], ["Alvin, Salazar", "Ali, Khan", "Des, Raj"]],
])("the given name is first where a table has the surname first: %s %j", (head, cells, read) => {
  const { readings, rows } = tableOf([["Passport", head], ...cells.map((cell, at) => [passports[at] ?? "", cell])]);
  const columns = ["passportNumber", "name"] as const;
  expect(rows.map((row) => readRow({ columns: [...columns], readings }, row).input.name)).toEqual(read);
});

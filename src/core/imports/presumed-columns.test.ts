import { expect, test } from "vitest";
import { headingsIn, neverPresumed } from "#test/support/drawn-headings.ts";
import { tableOf } from "#test/support/drawn-tables.ts";

const names = "Abdul Karim|Nurul Haque|Chan Mia|Abul Kashem|Gul Zaman|Des Raj|Ali Raza|Said Khan".split("|");
const people = (...columns: readonly (readonly string[])[]) =>
  names.map((_, at) => columns.map((cells) => cells[at % cells.length] ?? ""));
const fathers = names.map((name) => `Omar ${name}`);
const brothers = names.map((name) => `Yusuf ${name.split(" ")[1]}`);
const others = names.map((_, at) => `${names[(at + 3) % names.length]}`);
const bareNumbers = names.map((_, at) => String(63_398_164 + at * 7919));
const singhs = "Amar Dev Har Jas Karam Man Nav Ran".split(" ").map((name) => `${name} Singh`);
const singleNames = names.map((name) => name.replace(" ", ""));
/** Three of eight share a part with a father, since so many are called so. */
const byChance = "Gul Khan|Des Raza|Noor Khan|Aziz Mia|Taj Raza|Jan Sheikh|Wali Molla|Amir Das".split("|");
const unrelated = "Ali Khan|Ali Raza|Omar Khan|Said Raza|Gul Sah|Abu Roy|Nur Ali|Ata Dey".split("|");
const numbers = ["A1234567"];
const companies = names.map((name) => `${name} Contracting LLC`);
const passports = names.map((_, at) => `AB${1_234_567 + at * 7919}`);
const inARow = names.map((_, at) => `AB${1_234_567 + at}`);
const applications = names.map((_, at) => `E123456${at}`);
const addresses = names.map((name) => `Char Para, ${name}`);

test.each([
  [
    "what one heading probably says, and its cells say as well",
    ["Passprot Bk", "PP Holder Name", "Father's Name & Contact", "Address (PP)", "देशको नागरिक"],
    people(numbers, names, names, addresses, ["Nepali", "Bangladesh"]),
    ["passportNumber", "name", "fatherName", "address", "nationality"],
  ],
  [
    "neither of two columns that could be the name, and no grandfather",
    ["Passport", "PP Holder Name", "PP Name", "Father / Husband name", "G/Father Name"],
    people(numbers, names, names, names, names),
    ["passportNumber", null, null, null, null],
  ],
  [
    "no trade below a heading for a name",
    ["Passport", "Umeedwar"],
    people(numbers, ["Mason", "Driver"]),
    ["passportNumber", null],
  ],
  [
    "the candidate beside a customer, and a driver alone",
    ["Customer Name", "Driver Name", "Umeedwar", "Candidate Name", "Passport"],
    people(names, names, names, names, numbers),
    [null, null, null, "name", "passportNumber"],
  ],
  [
    "none of two roles",
    ["Driver Name", "Nurse Name", "Passport"],
    people(names, names, numbers),
    [null, null, "passportNumber"],
  ],
  ["a role without another one", ["Driver Name", "Passport"], people(names, numbers), ["name", "passportNumber"]],
  [
    "no role beside the two parts of a name",
    ["First name", "Last name", "Staff Name", "Passport"],
    people(["Rahim", "Karim"], ["Uddin", "Miah"], names, numbers),
    ["givenName", "surname", null, "passportNumber"],
  ],
  [
    "the client of a consultant",
    ["Client", "Client's Father", "Client's Address", "Case manager", "Client's PP No", "Mothr nm"],
    people(names, names, addresses, names, numbers, names),
    ["name", "fatherName", "address", null, "passportNumber", "motherName"],
  ],
  [
    "no client beside other names",
    ["Client", "Umeedvaar ka", "Passport", "Client Address"],
    people(names, names, numbers, addresses),
    [null, null, "passportNumber", null],
  ],
  [
    "the client of a consultant whose table says so in two languages",
    ["Client", "पिता का नाम", "Passport"],
    people(names, names, numbers),
    ["name", "fatherName", "passportNumber"],
  ],
  [
    "no client beside a worker, whatever is said of these",
    ["Client", "Client Address", "Worker ID", "Passport"],
    people(names, addresses, ["W1", "W2"], numbers),
    [null, null, null, "passportNumber"],
  ],
  ["no client that is a company", ["Client", "Passport"], people(companies, numbers), [null, "passportNumber"]],
  [
    "no address and no passport of staff",
    ["Staff Address", "Staff Passport No", "Passport"],
    people(addresses, passports, numbers),
    [null, null, "passportNumber"],
  ],
  [
    "who shares a name with the father of the same row, whatever is above them",
    ["Zorbo", "Gbogbo", "Father", "Passport"],
    people(names, others, fathers, numbers),
    ["name", null, "fatherName", "passportNumber"],
  ],
  [
    "neither of two who share a name with the father, such as a brother",
    ["Zorbo", "Nominee", "Father", "Passport"],
    people(names, brothers, fathers, numbers),
    [null, null, "fatherName", "passportNumber"],
  ],
  [
    "nobody whose table has the same name in every row",
    ["Zorbo", "Father", "Gbogbo", "Passport"],
    people(singhs, [...singhs.slice(1), "Amar Singh"], others, numbers),
    [null, "fatherName", null, "passportNumber"],
  ],
  [
    "whom people are named after in Arabic and Ethiopian names",
    ["Name", "Gbogbo", "Zorbo", "Passport"],
    people(
      names.map((name) => `Omar ${name}`.split(" ", 2).join(" ")),
      others,
      names,
      numbers,
    ),
    ["name", null, "fatherName", "passportNumber"],
  ],
  ["whoever is trained", ["Trainee", "Passport"], people(names, numbers), ["name", "passportNumber"]],
  [
    "the only numbers that look like passports, whatever is above them",
    ["Zorbo", "Ph", "Name"],
    people(passports, ["01711000000"], names),
    ["passportNumber", null, "name"],
  ],
  [
    "the passport beside a word that no other heading has, where the table says when passports end",
    ["Zorbo Passport", "NRC", "Name", "Passport Exp: Date"],
    people(passports, ["123456"], names, ["04-09-2029"]),
    ["passportNumber", null, "name", null],
  ],
  [
    "no passport beside a word that another heading has",
    ["Zorbo Passport", "Zorbo", "Name", "Passport Exp: Date"],
    people(passports, others, names, ["04-09-2029"]),
    [null, null, "name", null],
  ],
  ["no passport of somebody who is not known", ["Zorbo PP No", "Name"], people(passports, names), [null, "name"]],
  [
    "no numbers that may be others where the table has those at IRCC",
    ["Zorbo", "Name", "IRCC No"],
    people(passports, names, applications),
    [null, "name", "irccNumber"],
  ],
  [
    "of two such columns the one with letters, beside the last day of that paper",
    ["EP number", "EP valid to", "LMIS ID", "Name"],
    people(passports, ["01/02/2031"], bareNumbers, names),
    ["passportNumber", null, null, "name"],
  ],
  [
    "neither of two with letters: the other may be the passport",
    ["CDC number", "CDC valid to", "Zorbo", "Name"],
    people(passports, ["01/02/2031"], applications, names),
    [null, null, null, "name"],
  ],
  [
    "nobody who is no kin to the father, although no other column is of people",
    ["Zorbo", "Father", "Passport"],
    people(singhs, names, numbers),
    [null, "fatherName", "passportNumber"],
  ],
  [
    "nobody who is kin to the father and stands behind them, such as a brother",
    ["Zorbo", "Father", "Gbogbo", "Passport"],
    people(["Mason", "Driver"], fathers, names, numbers),
    [null, "fatherName", null, "passportNumber"],
  ],
  [
    "no husband between the person and the mother",
    ["Name", "Zorbo", "Mother", "Passport"],
    people(names, brothers, others, numbers),
    ["name", null, "motherName", "passportNumber"],
  ],
  [
    "no surname as the father",
    ["Name", "Zorbo", "Passport"],
    people(
      fathers,
      fathers.map((father) => father.split(" ").slice(1).join(" ")),
      numbers,
    ),
    ["name", null, "passportNumber"],
  ],
  [
    "nobody who shares a name with the father by chance",
    ["Zorbo", "Gbogbo", "Father", "Passport"],
    people(singleNames, byChance, unrelated, numbers),
    [null, null, "fatherName", "passportNumber"],
  ],
  [
    "no places below a heading that is not known: people may be born there",
    ["Zorbo", "Passport"],
    people(addresses, numbers),
    [null, "passportNumber"],
  ],
  ["no numbers in a row", ["Zorbo", "Name"], people(inARow, names), [null, "name"]],
  [
    "neither of two such columns",
    ["Zorbo", "Gbogbo", "Name"],
    people(passports, passports, names),
    [null, null, "name"],
  ],
  [
    'an address above which only "Residence" stands',
    ["Residence", "Passport"],
    people(addresses, numbers),
    ["address", "passportNumber"],
  ],
  [
    "no name beside the parts of an address, nor a trade: neither is the first of them",
    ["Zorbo", "Village", "District", "Gbogbo", "Name", "Passport"],
    people(names, ["Char Para"], ["Bhola"], ["Mason", "Driver"], names, numbers),
    [null, "addressPart", "addressPart", null, "name", "passportNumber"],
  ],
  [
    "no number of a visa for all",
    ["Passport", "Visa Application No"],
    people(numbers, ["E1234567", ...applications.slice(0, 2)]),
    ["passportNumber", null],
  ],
  [
    "no address of one word, and no nationality of no country",
    ["Passport", "Address (PP)", "देशको नागरिक"],
    people(numbers, ["Para"], ["Biryani"]),
    ["passportNumber", null, null],
  ],
  [
    "the number of an application, and none of a client",
    ["Passport", "Visa App. Ref. No", "Client No"],
    people(numbers, applications, ["MSA022"]),
    ["passportNumber", "irccNumber", null],
  ],
  [
    "no short number of an agency",
    ["Passport", "App ID"],
    people(
      numbers,
      names.map((_, at) => `L-338${at}`),
    ),
    ["passportNumber", null],
  ],
  [
    "no citizens beside the parts of an address",
    ["Passport", "Town", "District", "Indian / Other"],
    people(numbers, ["Thuraiyur"], ["Tiruchirappalli"], ["Indian"]),
    ["passportNumber", "addressPart", "addressPart", null],
  ],
  [
    "no place of origin behind the whole address",
    ["Residential Address", "State of Origin", "Passport"],
    people(["9 Ring Rd, Ibadan"], ["Imo"], numbers),
    ["address", null, "passportNumber"],
  ],
  [
    "the parts of an address beside the number of a card that nobody knows",
    ["House no.", "Town", "Region", "Zorbo card", "Passport"],
    people(["Block C"], ["Asokwa"], ["Ashanti"], ["GHA-746486678-2"], numbers),
    ["addressPart", "addressPart", "addressPart", null, "passportNumber"],
  ],
  [
    "no place of origin beside the whole address",
    ["State of origin", "LGA", "Permanent address", "State", "Passport"],
    people(["Oyo"], ["Ibadan North"], ["12 Bodija, Ibadan"], ["Lagos"], numbers),
    [null, null, "address", "addressPart", "passportNumber"],
  ],
  [
    "the only names, whose heading says of nobody whose they are, and the father's below his word",
    ["CNAME", "Vater (Vor- und Nachname)", "Passport no. & ECNR", "Zorbo"],
    people(names, fathers, passports, ["ok"]),
    ["name", "fatherName", "passportNumber", null],
  ],
  [
    "such names with the surname first",
    ["Applicant (LN, FN MN)", "Passport"],
    people(
      names.map((name) => name.replace(" ", ", ")),
      passports,
    ),
    ["name", "passportNumber"],
  ],
  [
    "none of them beside what may be the person, and none below a word for both parents",
    ["Name E", "Zorbo", "Father's/Mother's name", "Passport"],
    people(names, others, fathers, passports),
    [null, null, null, "passportNumber"],
  ],
  [
    "no names of which two are the same",
    ["W. Name", "Passport"],
    people(names.with(1, "Abdul Karim"), passports),
    [null, "passportNumber"],
  ],
  ["no part of a name", ["Worker E surname", "Passport"], people(names, passports), [null, "passportNumber"]],
])("of columns that no heading names for sure is taken: %s", (_, heads, rows, fields) => {
  expect(tableOf([heads, ...rows]).main.columns).toEqual(fields);
});

test.each([
  ["name", neverPresumed.name, names],
  ["parents", neverPresumed.parents, names],
  ["nationality", neverPresumed.nationality, ["Nepali"]],
  ["address", neverPresumed.address, addresses],
  ["irccNumber", neverPresumed.irccNumber, applications],
])("a heading with a word that is not known is asked for: %s", (_, patterns, cells) => {
  const isTaken = (head: string) => tableOf([["Passport", head], ...people(numbers, cells)]).main.columns[1] !== null;
  expect(patterns.flatMap(headingsIn).filter(isTaken)).toEqual([]);
});

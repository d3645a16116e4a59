import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { irccNumber, type SecondNumber } from "#core/records/second-number.ts";
import { heldWords } from "#i18n/held-words.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { checkNumbers } from "#operations/records/check-numbers.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { LookupNumber, lookUpRecord } from "#operations/records/look-up-record.ts";
import { deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { findByNumber } from "#operations/records/read-record.ts";
import { aboutSecondNumber, changeSecondNumber } from "#operations/own-fields/change-second-number.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { declare, ownField } from "../support/own-fields.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const visaNumber: SecondNumber = { ...irccNumber, labels: { en: "Visa number" }, form: ["slash"] };

const kept = { fields: { "secondNumber.form": "numbers-kept" } };

const set = (portal: Portal, secondNumber: SecondNumber) =>
  changeSecondNumber(portal, system("test"), { secondNumber });

const found = async (portal: Portal, number: string, by: "either" | "ircc" | "passport" = "either") =>
  (await lookUpRecord(portal, { by, number }))?.irccNumber ?? null;

describe.each(engines)("a second number of the operator's form on %s", (engine) => {
  const test = testOn(engine);

  test("has its signs: 12/3 is not 1/23; it is unique, found everywhere, and stays so under a new secret", async ({
    environment,
  }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const portal = await openForTest({ ...environment, SECRET: older });
    const before = await addTestRecord(portal, admin, { irccNumber: "W2024-123" });
    await set(portal, visaNumber);
    expect(await found(portal, "W2024123")).toBe("W2024123");
    const one = await addTestRecord(portal, admin, { irccNumber: "12 / 3" });
    await addTestRecord(portal, admin, { irccNumber: "1/23" });
    const long = await addTestRecord(portal, admin, { irccNumber: "201/2024/2/0123456" });
    expect(one.irccNumber).toBe("12/3");
    await expect(addTestRecord(portal, admin, { irccNumber: "12 - /3" })).rejects.toMatchObject({
      id: "duplicate-number",
    });
    await expect(addTestRecord(portal, admin, { irccNumber: "12;34" })).rejects.toMatchObject({
      fields: { irccNumber: "number-format" },
    });
    const rotated = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    await currentSettings(rotated);
    await rotateKeys(rotated, commandLine);
    expect(await found(rotated, "১২/৩")).toBe("12/3");
    expect(await found(rotated, "1/23", "ircc")).toBe("1/23");
    expect(await found(rotated, "123")).toBeNull();
    expect(await found(rotated, "12/3", "passport")).toBeNull();
    expect(await found(rotated, long.passportNumber)).toBe(long.irccNumber);
    expect(await found(rotated, "201-2024/2/0123456")).toBeNull();
    const listed = await checkNumbers(rotated, admin, { numbers: "Visa number: 201/2024/2/0123456\n12.4" });
    expect(listed).toMatchObject([
      { state: "shown", record: { id: long.id } },
      { isNumber: true, state: "unknown" },
    ]);
    expect(await findByNumber(rotated, admin, "201/2024/2/0123456")).toMatchObject([{ id: long.id }]);
    const search = async (text: string) => (await listRecords(rotated, admin, { search: text })).records;
    expect(await search("3456")).toMatchObject([{ id: long.id }]);
    expect(await search("201/2024/2/0123456")).toMatchObject([{ id: long.id }]);
    expect(await search("W2024123")).toMatchObject([{ id: before.id }]);
    await expectIntact(rotated);
  });

  test("is found without its signs, in any digits, in as many statements as one that nobody has", async ({
    environment,
  }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const before = await openForTest({ ...environment, SECRET: older });
    await set(before, { ...visaNumber, example: "201/2024/2/0123456" });
    const printed = "301/2025/1/7654321";
    await addTestRecord(before, admin, { irccNumber: printed });
    // Records stay under the older secret, so that each number is asked under two.
    const portal = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    await currentSettings(portal);
    const statementsOf = async (number: string) => {
      let statements = 0;
      using _watching = watchQueries(({ text }) => void (statements += Number(text.startsWith("select"))));
      return [await found(portal, number), statements];
    };
    const [, usual] = await statementsOf("NOBODY1");
    for (const typed of [printed, "301202517654321", "301 2025 1 7654321", "٣٠١/٢٠٢٥/١/٧٦٥٤٣٢١", "၃၀၁၂၀၂၅၁၇၆၅၄၃၂၁"])
      expect([typed, await statementsOf(typed)]).toEqual([typed, [printed, usual]]);
    const plain = await addTestRecord(portal, admin, { irccNumber: "30120251111" });
    expect(await statementsOf("301/2025/1/111")).toEqual([plain.irccNumber, usual]);
    // What nobody may see is not in the way of another record's number, and takes no other number of statements.
    const hidden = await addTestRecord(portal, admin, { irccNumber: "K1234567" });
    await hideRecord(portal, admin, { id: hidden.id });
    expect(await statementsOf("K1234567")).toEqual([null, usual]);
    const other = await addTestRecord(portal, admin, {
      passportNumber: "K1234567",
      irccNumber: "12/345",
      name: "Amena Begum",
    });
    expect(await statementsOf("K1234567")).toEqual([other.irccNumber, usual]);
    await unhideRecord(portal, admin, { id: hidden.id });
    expect(await found(portal, "K1234567")).toBe("K1234567");
    const named = { by: "either", number: "K1234567", name: "Amena Begum", needsName: true } as const;
    expect((await lookUpRecord(portal, named))?.irccNumber).toBe(other.irccNumber);
  });
});

describe("the second number", () => {
  const test = testOn("sqlite");

  test("gets more signs at any time, and fewer only while no number has them", async ({ portal }) => {
    await set(portal, visaNumber);
    const { id, ...record } = await addTestRecord(portal, admin, { irccNumber: "12/345" });
    await set(portal, { ...visaNumber, form: ["slash", "hyphen"] });
    expect(await aboutSecondNumber(portal, admin, { form: ["slash", "dot", "hyphen"] })).toEqual({ records: 1 });
    await expect(aboutSecondNumber(portal, admin, { form: ["hyphen"] })).rejects.toMatchObject(kept);
    await expect(set(portal, { ...visaNumber, form: ["hyphen"] })).rejects.toMatchObject(kept);
    await expect(set(portal, irccNumber)).rejects.toMatchObject(kept);
    const change = { secondNumber: irccNumber };
    await expect(changeSettings(portal, system("test"), { change })).rejects.toMatchObject(kept);
    expect(await found(portal, "12/345")).toBe("12/345");
    await updateRecord(portal, admin, { id }, { particulars: { ...record, irccNumber: "12345" }, images: {} });
    await set(portal, irccNumber);
    expect(await found(portal, "12-345")).toBe("12345");
  });

  test("is found, and given to nobody else, as it was stored before hyphens and spaces belonged to it", async ({
    portal,
  }) => {
    const { id } = await addTestRecord(portal, admin, { irccNumber: "W2024-123" });
    await set(portal, { ...visaNumber, form: ["hyphen", "blank"] });
    for (const typed of ["W2024-123", "W2024 123", "W2024123"]) {
      expect(await found(portal, typed)).toBe("W2024123");
      expect(await findByNumber(portal, admin, typed)).toMatchObject([{ id }]);
      expect((await listRecords(portal, admin, { search: typed })).records).toMatchObject([{ id }]);
      const twin = { record: { id }, fields: { irccNumber: "number-taken" } };
      await expect(addTestRecord(portal, admin, { irccNumber: typed })).rejects.toMatchObject(twin);
    }
    const listed = await checkNumbers(portal, admin, { numbers: "W2024-123\nW2024 123\nW2024123" });
    expect(listed.map(({ record }) => record?.id)).toEqual([id, id, id]);
    // Numbers that are stored with them are not the same without.
    const [one, other] = [{ irccNumber: "12-3456" }, { irccNumber: "123-456" }];
    await addTestRecord(portal, admin, one);
    await addTestRecord(portal, admin, other);
    expect(await found(portal, "123-456")).toBe("123-456");
    expect(await found(portal, "12-34-56")).toBeNull();
  });

  test("is saved whatever of it changes, and the log names each part", async ({ portal }) => {
    const steps: Partial<SecondNumber>[] = [
      { form: [] },
      { example: "12-34" },
      { example: "", hints: { en: "12-34" } },
      { hints: {}, labels: { en: "Visa number", bn: "Permit" } },
      { labels: { en: "Visa number", hi: "Permit" } },
    ];
    let number = irccNumber;
    for (const step of steps) {
      number = { ...number, ...step };
      expect(await set(portal, number)).toMatchObject({ modified: 1 });
      expect((await currentSettings(portal)).secondNumber).toEqual(number);
    }
    expect(await set(portal, number)).toMatchObject({ modified: 0 });
    const { events } = await readAudit(portal, admin, { kind: "settings-changed" });
    expect(events.map(({ details }) => details)).toMatchObject([
      {
        "secondNumber.labels.bn": { from: "Permit", to: null },
        "secondNumber.labels.hi": { from: null, to: "Permit" },
      },
      { "secondNumber.labels.en": { to: "Visa number" }, "secondNumber.hints.en": { from: "12-34", to: null } },
      { "secondNumber.example": { from: "12-34", to: "" }, "secondNumber.hints.en": { to: "12-34" } },
      { "secondNumber.example": { from: "", to: "12-34" } },
      { "secondNumber.form": { from: "plain", to: "signs" } },
    ]);
  });

  test("is asked for nowhere, shown nowhere and kept while it is absent", async ({ portal }) => {
    const { id, passportNumber, ...record } = await addTestRecord(portal, admin, { irccNumber: "W123456789" });
    await set(portal, { ...irccNumber, isAbsent: true });
    expect(await found(portal, "W123456789")).toBeNull();
    expect(await found(portal, passportNumber)).toBe("");
    expect((await listRecords(portal, admin, { search: "6789" })).records).toEqual([]);
    const particulars = { ...record, passportNumber, irccNumber: "", name: "Rahim Khan" };
    await updateRecord(portal, admin, { id }, { particulars, images: {} });
    await addTestRecord(portal, admin, { irccNumber: "" });
    await set(portal, irccNumber);
    expect(await found(portal, "W123456789")).toBe("W123456789");
  });

  test("gives nobody more tries of a name: a number counts as one, wherever signs are typed", async ({ portal }) => {
    const hashOf = (number: string) => new LookupNumber(portal, number).logHash.toString("hex");
    await set(portal, { ...visaNumber, form: ["hyphen", "blank", "slash"] });
    expect(new Set(["A1234567", "A-1234567", "a 123 45-67"].map(hashOf)).size).toBe(1);
    expect(new Set(["12/345-67", "1234567", "12-34567"].map(hashOf)).size).toBe(1);
    expect(new Set(["1234-5678", "1234-5678.", "12345678"].map(hashOf)).size).toBe(1);
  });

  test("takes no name of something else, and gives its own to nothing else", async ({ portal }) => {
    const taken = { fields: { "secondNumber.labels": "sent-twice" } };
    await declare(portal, ownField("f1", "Kafeel"));
    for (const en of ["Kafeel", "Passport number", "Father’s name"])
      await expect(set(portal, { ...irccNumber, labels: { en } })).rejects.toMatchObject(taken);
    await expect(set(portal, { ...irccNumber, labels: { en: "…" } })).rejects.toMatchObject({ id: "invalid" });
    await expect(set(portal, { ...irccNumber, labels: { en: "x".repeat(2000) } })).rejects.toMatchObject({
      fields: { "secondNumber.labels.en": "too-long" },
    });
    await set(portal, { ...irccNumber, labels: { en: "Visa number" } });
    await expect(declare(portal, ownField("f1", "VISA number"))).rejects.toMatchObject({
      fields: { "ownFields.0.labels": "sent-twice" },
    });
    // IRCC's headings mean nothing here then, so a field may have one, until the number is IRCC's again.
    await declare(portal, ownField("f1", "IRCC number"));
    await expect(set(portal, irccNumber)).rejects.toMatchObject(taken);
    await declare(portal, { ...ownField("f1", "IRCC number"), isRemoved: true });
    await set(portal, irccNumber);
    await expect(declare(portal, ownField("f2", "IRCC number"))).rejects.toMatchObject({
      fields: { "ownFields.0.labels": "sent-twice" },
    });
  });
});

describe("under the four-eyes rule, the second number", () => {
  const test = testWithEyes("sqlite");

  test("gets another name or form once a second admin agrees, and an older request ends with it", async ({
    portal,
    one,
    other,
  }) => {
    const ask = (secondNumber: SecondNumber) => changeSecondNumber(portal, one, { secondNumber });
    const stored = async () => (await currentSettings(portal)).secondNumber;
    await expect(ask(visaNumber)).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual(irccNumber);
    const [held] = await readHeldChanges(portal, other);
    // Help and example wait for nobody, and an agreement takes none back.
    await ask({ ...irccNumber, hints: { en: "On the sticker." } });
    await agreeToChange(portal, other, { id: held?.id ?? "" });
    expect(await stored()).toEqual({ ...visaNumber, hints: { en: "On the sticker." } });
    expect(await readHeldChanges(portal, other)).toEqual([]);
    // With another name they wait too: beside the present one they would mislead.
    const before = await stored();
    const asked = { ...irccNumber, example: "W12345678", hints: {} };
    await expect(ask(asked)).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual(before);
    const [next] = await readHeldChanges(portal, other);
    expect(next && heldWords(next.change, "", { locale: "en" })).toMatch(/W12345678.*Until now:.*On the sticker\./);
    await agreeToChange(portal, other, { id: next?.id ?? "" });
    expect(await stored()).toEqual(asked);
  });

  test("is agreed to in view of its names in all languages, its form and what it was", async ({
    portal,
    one,
    other,
  }) => {
    await set(portal, visaNumber);
    const labels = { en: "Visa number", bn: "০১৭১১ নম্বরে টাকা পাঠান" };
    const asked: SecondNumber = { ...irccNumber, labels, form: ["slash", "hyphen"], isAbsent: true };
    await expect(changeSecondNumber(portal, one, { secondNumber: asked })).rejects.toMatchObject({ id: "waits" });
    const [held] = await readHeldChanges(portal, other);
    expect(held && heldWords(held.change, "", { locale: "en" }).replaceAll(/[\u2068\u2069]/g, "")).toBe(
      "Change the second number of records to: English: “Visa number” · বাংলা: “০১৭১১ নম্বরে টাকা পাঠান” · Signs that count: Slash, Hyphen · Nobody is asked for it. " +
        "Until now: English: “Visa number” · Signs that count: Slash",
    );
  });

  test("is compared with a narrower form before anybody has to wait for that", async ({ portal, one, other }) => {
    await set(portal, visaNumber);
    await expect(changeSecondNumber(portal, one, { secondNumber: irccNumber })).rejects.toMatchObject({ id: "waits" });
    const { id } = await addTestRecord(portal, admin, { irccNumber: "12/345" });
    const [held] = await readHeldChanges(portal, other);
    const agree = () => agreeToChange(portal, other, { id: held?.id ?? "" });
    // Somebody else writes: a transaction of the agreement would begin after this one.
    await portal.database.write(() => expect(agree()).rejects.toMatchObject(kept));
    await deleteRecord(portal, system("test"), { id });
    await agree();
    expect((await currentSettings(portal)).secondNumber).toEqual(irccNumber);
  });
});

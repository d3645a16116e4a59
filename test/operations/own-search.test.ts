import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { Actor } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { countRecords, listRecords, matchingRecordIds } from "#operations/records/list-records.ts";
import { ownFromAddress, ownSearchProgress, ownToAddress } from "#operations/records/own-filter.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { readListChoices, saveView } from "#operations/records/record-views.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { fillOwnIndex } from "#operations/upkeep/fill-own-index.ts";
import { findRepairs, repair } from "#operations/upkeep/repair.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import { everyRecord, inEverySideTable, type ListFilter } from "#storage/database/records/list-filter.ts";
import { countRows } from "#storage/database/rows.ts";
import { admin, commandLine, moderator } from "../support/accounts/people.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { uploaded } from "../support/documents.ts";
import { declare, declarePapers, fillIndex, ownField, ownPaper } from "../support/own-fields.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";
import { explainedPlan } from "../support/query-plans.ts";
import { addTestRecord } from "../support/records.ts";
import { edit } from "../support/revisions.ts";

const sponsor = ownField("f1", "Kafeel");
const branch = ownField("f2", "Branch", { type: "choice", choices: ["Dhaka", "Sylhet"] });
const searched = { isSearched: true } as const;

const found = async (portal: Portal, own: Record<string, string>, actor: Actor = admin) =>
  (await listRecords(portal, actor, { own })).records.map(({ name }) => name);

const add = (portal: Portal, name: string, own: Record<string, string>, actor: Actor = admin) =>
  addTestRecord(portal, actor, { name, own });

const rowsIn = ({ database: { read } }: Portal) => countRows(read, "own_value");

describe.each(engines)("own papers that can be searched, on %s", (engine) => {
  const test = testOn(engine);

  test("find records that have them or lack them, once all are found, and follow each change", async ({ portal }) => {
    const wafid = ownPaper("p1", "Wafid medical", searched);
    await declarePapers(portal, { ...wafid, isSearched: false });
    const image = async () => ({ images: { p1: await uploaded(portal, admin) } });
    await addTestRecord(portal, admin, { name: "Ali One", ...(await image()) });
    const two = await addTestRecord(portal, admin, { name: "Ben Two" });
    await declarePapers(portal, wafid);
    await expect(found(portal, { p1: "yes" })).rejects.toMatchObject({ id: "search-incomplete" });
    await fillIndex(portal);
    expect([await found(portal, { p1: "yes" }), await found(portal, { p1: "" })]).toEqual([["Ali One"], ["Ben Two"]]);
    expect(await found(portal, { p1: "no" })).toEqual(["Ben Two"]);

    const three = await addTestRecord(portal, admin, { name: "Cem Three", ...(await image()) });
    await edit(portal, admin, two, await image());
    await edit(portal, admin, three, { images: { p1: null } });
    expect(await found(portal, { p1: "yes" })).toEqual(["Ali One", "Ben Two"]);
    expect(
      await ownFromAddress(portal, { p1: ownToAddress(portal, { ...sponsor, id: "p1", type: "yes-no" }, "") }),
    ).toEqual({
      p1: "",
    });
    expect((await verifyRecords(portal)).broken).toEqual([]);

    await declarePapers(portal, { ...wafid, isRemoved: true });
    await expect(found(portal, { p1: "yes" })).rejects.toMatchObject({ fields: { "own.p1": "unknown-choice" } });
    await fillIndex(portal);
    expect(await rowsIn(portal)).toBe(0);
  });
});

describe.each(engines)("own fields that can be searched, on %s", (engine) => {
  const test = testOn(engine);

  test("find records by the whole value or by none, once all are found, and follow each change", async ({ portal }) => {
    await declare(portal, sponsor, branch);
    const ali = await add(portal, "Ali One", { f1: "Abu  Bakr", f2: "Dhaka" });
    const two = await add(portal, "Ben Two", { f1: "ABUBAKR" }, moderator);
    await add(portal, "Cem Three", { f1: "Abu" });
    expect(await rowsIn(portal)).toBe(0);
    await declare(portal, { ...sponsor, ...searched }, { ...branch, ...searched });
    // As long as another process may not know of it, nothing is begun.
    await fillOwnIndex(portal);
    expect(await rowsIn(portal)).toBe(0);
    await expect(found(portal, { f1: "Abu" })).rejects.toMatchObject({ id: "search-incomplete" });
    await add(portal, "Dan Four", { f2: "Sylhet" });

    const stop = new AbortController();
    setImmediate(() => stop.abort());
    await fillIndex(portal, stop.signal, 2);
    expect(await ownSearchProgress(portal)).toEqual(new Map([1, 2].map((id) => [`f${id}`, 50])));
    await expect(found(portal, { f1: "Abu" })).rejects.toMatchObject({ id: "search-incomplete" });
    await fillIndex(portal);
    expect(await ownSearchProgress(portal)).toEqual(new Map([1, 2].map((id) => [`f${id}`, 100])));

    expect(await found(portal, { f1: " abu bakr " })).toEqual(["Ali One", "Ben Two"]);
    expect(await found(portal, { f1: "abu bakr" }, moderator)).toEqual(["Ben Two"]);
    expect(await found(portal, { f1: "abu bak" })).toEqual([]);
    expect(await found(portal, { f1: "" })).toEqual(["Dan Four"]);
    expect(await found(portal, { f1: "Abu Bakr", f2: "DHAKA" })).toEqual(["Ali One"]);
    expect(await countRecords(portal, admin, { own: { f2: "" }, search: "two" })).toEqual({ count: 1, isMore: false });
    expect(await Array.fromAsync(matchingRecordIds(portal, admin, { own: { f1: "abu bakr" } }, 1))).toEqual([
      [two.id],
      [ali.id],
    ]);
    expect(await found({ ...portal, registry: "Another_Registry" }, { f1: "" })).toEqual([]);

    await updateRecord(portal, admin, { id: ali.id }, { particulars: ali, images: {}, own: { f1: "", f2: "Sylhet" } });
    await add(portal, "Eva Five", { f1: "Abu Bakr" });
    expect(await found(portal, { f1: "abu bakr" })).toEqual(["Ben Two", "Eva Five"]);
    expect(await found(portal, { f1: "", f2: "Sylhet" })).toEqual(["Ali One", "Dan Four"]);
    await deleteRecord(portal, admin, { id: two.id });
    expect(await rowsIn(portal)).toBe(2 * 4);

    await declare(portal, { ...sponsor, ...searched, isRemoved: true }, branch);
    await expect(found(portal, { f2: "Sylhet" })).rejects.toMatchObject({ fields: { "own.f2": "unknown-choice" } });
    await fillIndex(portal);
    expect([await rowsIn(portal), await ownSearchProgress(portal)]).toEqual([0, new Map()]);
  });
});

// One engine is enough: the test above makes PostgreSQL plan these queries too.
describe("own fields that can be searched", () => {
  const test = testOn("sqlite");

  test("refuse what is no value of theirs, and are not searched under another name", async ({ portal }) => {
    await declare(portal, ownField("f1", "Fee", { type: "number", ...searched }), sponsorAs("f2"));
    await fillIndex(portal);
    await add(portal, "Ali One", { f1: "1,20,000" });
    expect(await found(portal, { f1: "120000.0" })).toEqual(["Ali One"]);
    const refused = (own: Record<string, string>) => expect(found(portal, own)).rejects;
    await refused({ f1: "much" }).toMatchObject({ fields: { "own.f1": "amount-format" } });
    await refused({ f2: "Ali" }).toMatchObject({ fields: { "own.f2": "unknown-choice" } });
    await refused({ constructor: "x" }).toMatchObject({ id: "invalid" });
    const longText = ownField("f3", "Notes", { type: "long-text", ...searched });
    await expect(
      declare(portal, ownField("f1", "Fee", { type: "number" }), sponsorAs("f2"), longText),
    ).rejects.toMatchObject({ fields: { "ownFields.2.isSearched": "unknown-choice" } });
  });

  test("stand in addresses without the words that somebody typed", async ({ portal }) => {
    const fields = [sponsor, branch, ownField("f3", "Country", { type: "country" })].map((field) => ({
      ...field,
      ...searched,
    }));
    await declare(portal, ...fields);
    const given = { f1: "Abu Bakr", f2: "Sylhet", f3: "QA" };
    const codes = Object.fromEntries(
      fields.map((field) => [field.id, ownToAddress(portal, field, given[field.id as keyof typeof given])]),
    );
    expect(Object.values(codes).join(" ")).toMatch(/^[\w-]{40,} c[0-9a-f]{12} QA$/);
    expect(await ownFromAddress(portal, codes)).toEqual(given);
    expect(await ownFromAddress(portal, { f1: "-" })).toEqual({ f1: "" });
    const wrong = [{ f1: "Abu" }, { f2: "Sylhet" }, { f9: "-" }, { f1: codes["f2"] ?? "" }];
    for (const codesOf of wrong) await expect(ownFromAddress(portal, codesOf)).rejects.toMatchObject({ id: "invalid" });
  });

  test("are compared with each other only where no row has to be sorted", async ({ portal }) => {
    const having = (field: string, ...hashes: readonly number[]) => ({
      field,
      hashes: hashes.map((hash) => Buffer.alloc(8, hash)),
    });
    const comparedFor = (filter: Partial<ListFilter>) =>
      inEverySideTable("sqlite", { registry: portal.registry, ...everyRecord, ...filter })?.rows;
    const lastDays = { from: "1900-01-01", to: "2100-12-31" };
    const rows = comparedFor({ own: [having("f1", 1), having("f2", 1)], lastDays });
    if (!rows) expect.fail("two values are not compared");
    expect(await explainedPlan(portal, sql`select 1 from ${rows} limit 10`)).not.toMatch(/TEMP B-TREE/);
    expect(comparedFor({ own: [having("f1", 1)], lastDays })).toBeUndefined();
    // While two secrets are given, a value has two hashes.
    expect(comparedFor({ own: [having("f1", 1, 2), having("f2", 1, 2)] })).toBeUndefined();
  });

  test("find records during and after a change of the secret; what somebody changed is found and put right", async ({
    environment,
  }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const withOlder = await openForTest({ ...environment, SECRET: older });
    await declare(withOlder, { ...sponsor, ...searched });
    await fillIndex(withOlder);
    const one = await add(withOlder, "Ali One", { f1: "Omar" });
    await add(withOlder, "Ben Two", { f1: "Omar" });
    const viewer = await freshAccount(withOlder, "moderator");
    const query = `f1=${ownToAddress(withOlder, sponsor, "Omar")}&sort=added`;
    await saveView(withOlder, viewer, { name: "Omar's", query });
    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    await updateRecord(withBoth, admin, { id: one.id }, { particulars: { ...one, address: "Dhaka" }, images: {} });
    expect(await found(withBoth, { f1: "omar" })).toEqual(["Ali One", "Ben Two"]);
    expect((await verifyRecords(withBoth)).broken).toEqual([]);
    await rotateKeys(withBoth, commandLine);
    const portal = await openForTest({ ...environment, SECRET: newer });
    expect(await found(portal, { f1: "omar" })).toEqual(["Ali One", "Ben Two"]);
    expect((await verifyRecords(portal)).broken).toEqual([]);

    const [view] = (await readListChoices(portal, viewer)).views;
    const { f1 = "" } = Object.fromEntries(new URLSearchParams(view?.query));
    expect(await ownFromAddress(portal, { f1 })).toEqual({ f1: "Omar" });

    await portal.database.write((writer) =>
      sql`update own_value set hash = x'00' where record_seq = (select max(seq) from candidate)`.execute(writer),
    );
    const { broken: records } = await verifyRecords(portal);
    expect(records).toHaveLength(1);
    const repairs = await findRepairs(portal, { records, images: [], orphans: [], database: null });
    await repair(portal, repairs, () => expect.unreachable());
    expect((await verifyRecords(portal)).broken).toEqual([]);
    expect(await found(portal, { f1: "omar" })).toEqual(["Ali One", "Ben Two"]);
  });
});

const sponsorAs = (id: string) => ownField(id, `Sponsor ${id}`);

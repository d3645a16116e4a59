import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { irccNumber } from "#core/records/second-number.ts";
import { setIds } from "#core/sets/set-ids.ts";
import { startingSets } from "#core/sets/sets.ts";
import { agreeToChange, readHeldChanges, refuseChange } from "#operations/decisions/decide-change.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { aboutSet, chooseSet } from "#operations/settings/choose-set.ts";
import { leaveOutOffice, lookAtOffice, readProposedOffices } from "#operations/settings/proposed-offices.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const mohre = "https://www.mohre.gov.ae";

const titlesOn = async (portal: Portal) => (await currentSettings(portal)).ownPapers.map(({ labels }) => labels.en);
const seenByVisitors = async (portal: Portal) =>
  (await currentSettings(portal)).ownPapers.flatMap(({ id, audience }) => (audience === "visitors" ? [id] : []));

describe.each(engines)("a set on %s", (engine) => {
  const test = testOn(engine);

  test("is chosen by one admin of two who press at once, and chosen again it changes nothing", async ({
    portal,
    there,
  }) => {
    const [one, other] = [await freshAdmin(portal), await freshAdmin(portal)];
    const { version } = await versionedSettings(portal);
    const chosen = await Promise.allSettled([
      chooseSet(portal, one, { set: "singapore", expectedVersion: version }),
      chooseSet(there, other, { set: "gulf", expectedVersion: version }),
    ]);
    expect(chosen.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(chosen.find(({ status }) => status === "rejected")).toMatchObject({ reason: { id: "stale" } });
    const set = chosen[0]?.status === "fulfilled" ? "singapore" : "gulf";
    expect(await titlesOn(portal)).toEqual(startingSets[set].papers.map(({ names }) => names.en));
    const before = await versionedSettings(portal);
    expect(await chooseSet(portal, one, { set })).toEqual({ modified: 0, version: before.version });
    expect((await aboutSet(portal, one, set)).changes).toBe(false);
  });
});

describe("a set", () => {
  const test = testOn("sqlite");

  test.for(setIds)("%s is taken by the settings, with every check of names", async (set, { portal }) => {
    await chooseSet(portal, admin, { set });
    expect(await titlesOn(portal)).toEqual(startingSets[set].papers.map(({ names }) => names.en));
  });

  test("leaves what the office made: its papers, its number, and the numbers that records have", async ({ portal }) => {
    await declarePapers(portal, ownPaper("p1", "Demand letter", { isRemoved: true }), ownPaper("p2", "wafid report"));
    await addTestRecord(portal, admin, { irccNumber: "W12345678" });
    const { papers, secondNumber } = await aboutSet(portal, admin, "gulf");
    expect([papers.map(({ fate }) => fate), secondNumber]).toEqual([
      ["there", "added", "added", "removed", "added"],
      "used",
    ]);
    const before = await currentSettings(portal);
    await chooseSet(portal, admin, { set: "gulf" });
    const after = await currentSettings(portal);
    expect(after.ownPapers.slice(0, 2)).toEqual(before.ownPapers);
    expect([after.secondNumber, after.irccNumberIsOptional]).toEqual([irccNumber, before.irccNumberIsOptional]);
    await declarePapers(portal, ...after.ownPapers.map((own) => ({ ...own, isRemoved: true })));
    await chooseSet(portal, admin, { set: "gulf" });
    expect((await currentSettings(portal)).ownPapers.filter(({ isRemoved }) => !isRemoved)).toEqual([]);
  });

  test("names no number that a change of a record brings, which waits", async ({ portal }) => {
    await changeSettings(portal, system("test"), { change: { irccNumberIsOptional: true } });
    const record = await addTestRecord(portal, admin, { irccNumber: "" });
    await changeSettings(portal, system("test"), { change: { fourEyes: true } });
    const particulars = { ...record, irccNumber: "W12345678" };
    await updateRecord(portal, await freshAdmin(portal), { id: record.id }, { particulars, images: {} });
    expect((await aboutSet(portal, admin, "gulf")).secondNumber).toBe("used");
  });

  test("brings offices that visitors see once an admin has looked at the address", async ({ portal }) => {
    const one = await freshAdmin(portal);
    await chooseSet(portal, one, { set: "gulf" });
    const [first] = (await readProposedOffices(portal, one)).offices.filter(({ to }) => to === mohre);
    expect(first).toMatchObject({ kinds: ["p3", "p5"], looked: null });
    await lookAtOffice(portal, one, { id: mohre });
    const { officialPlaces } = await currentSettings(portal);
    expect([officialPlaces["p3"], officialPlaces["p5"]]).toMatchObject([[{ to: mohre }], [{ to: mohre }]]);
    const [looked] = (await readProposedOffices(portal, one)).offices.filter(({ to }) => to === mohre);
    expect(looked?.looked).toMatchObject({ name: expect.stringMatching(/./) });
    await expect(lookAtOffice(portal, one, { id: mohre })).rejects.toMatchObject({ id: "not-found" });
    // What is left out is not shown, and one that visitors see is not left out here.
    await leaveOutOffice(portal, one, { id: "https://lmra.gov.bh" });
    await leaveOutOffice(portal, one, { id: mohre });
    expect((await readProposedOffices(portal, one)).offices.map(({ to }) => to)).toEqual([mohre]);
    // An admin who takes it away under the official places is not overruled by the set.
    const { p3: _, ...left } = (await currentSettings(portal)).officialPlaces;
    await changeSettings(portal, system("test"), { change: { officialPlaces: left } });
    await chooseSet(portal, one, { set: "gulf" });
    expect((await currentSettings(portal)).officialPlaces["p3"]).toBeUndefined();
  });

  test("of which an office finds no room beside a paper is refused as the settings refuse it", async ({ portal }) => {
    await chooseSet(portal, admin, { set: "gulf" });
    const p3 = ["a", "b", "c", "d"].map((one) => ({ label: one, to: `https://${one}.gov.example` }));
    await changeSettings(portal, system("test"), { change: { officialPlaces: { p3 } } });
    await expect(lookAtOffice(portal, admin, { id: mohre })).rejects.toMatchObject({
      fields: { "officialPlaces.p3": "too-long" },
    });
  });
});

describe("under the four-eyes rule, a set", () => {
  const test = testWithEyes("sqlite");

  test("shows no paper and names no number before a second admin agrees, and asks for both once", async ({
    portal,
    one,
    other,
  }) => {
    await expect(chooseSet(portal, one, { set: "gulf" })).rejects.toMatchObject({ id: "waits" });
    expect((await titlesOn(portal)).length).toBe(5);
    expect(await seenByVisitors(portal)).toEqual([]);
    expect(await currentSettings(portal)).toMatchObject({ secondNumber: irccNumber, irccNumberIsOptional: false });
    expect((await aboutSet(portal, other, "singapore")).secondNumber).toBe("waits");
    expect((await chooseSet(portal, other, { set: "gulf" })).modified).toBe(0);
    const held = await readHeldChanges(portal, other);
    expect(held.map(({ change }) => change.kind).toSorted()).toEqual(["second-number", "shown-papers"]);
    for (const { id } of held) await agreeToChange(portal, other, { id });
    expect(await seenByVisitors(portal)).toEqual(["p2", "p3", "p5"]);
    expect(await currentSettings(portal)).toMatchObject({
      secondNumber: { labels: { en: "Visa or entry permit number" }, example: "201/2024/2/0123456" },
      irccNumberIsOptional: true,
    });
  });

  test("that is refused leaves its papers to staff, and is not asked for again by choosing it", async ({
    portal,
    one,
    other,
  }) => {
    await expect(chooseSet(portal, one, { set: "singapore" })).rejects.toMatchObject({ id: "waits" });
    for (const { id } of await readHeldChanges(portal, other)) await refuseChange(portal, other, { id });
    expect((await aboutSet(portal, one, "singapore")).papers.map(({ fate }) => fate)).toEqual(["there", "there"]);
    expect(await seenByVisitors(portal)).toEqual([]);
    expect(await currentSettings(portal)).toMatchObject({ secondNumber: irccNumber, irccNumberIsOptional: false });
  });
});

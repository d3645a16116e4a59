import { describe, expect } from "vitest";
import type { Actor } from "#core/accounts/actor.ts";
import type { OwnPaper } from "#core/own-fields/own-paper.ts";
import { heldForMs } from "#core/accounts/held-changes.ts";
import { agreeToChange, applyDueChanges, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { readNext, readRecord } from "#operations/records/read-record.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { admin as someAdmin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { later } from "../support/portals.ts";
import { approvedRecord, edit } from "../support/revisions.ts";

const wafid = ownPaper("p1", "Wafid medical");
const contract = ownPaper("p2", "Work contract", { hasLastDay: false });

describe("under the four-eyes rule, own papers", () => {
  const test = testWithEyes("sqlite");

  test("are shown to visitors, or get another name there, once a second admin agrees", async ({
    portal,
    one,
    other,
  }) => {
    const save = (actor: Actor, ...ownPapers: OwnPaper[]) => changeSettings(portal, actor, { change: { ownPapers } });
    const stored = async () => (await currentSettings(portal)).ownPapers[0];
    const agree = async () => {
      const [held] = await readHeldChanges(portal, other);
      expect(held?.change).toMatchObject({ kind: "shown-papers", fields: [{ id: "p1" }] });
      await agreeToChange(portal, other, { id: held?.id ?? "" });
    };
    await save(one, wafid);
    const shown = { ...wafid, audience: "visitors" as const };
    await expect(save(one, { ...shown, isForMany: true })).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual({ ...wafid, isForMany: true });
    await agree();
    expect(await stored()).toEqual({ ...shown, isForMany: true });
    await expect(save(one, { ...shown, labels: { en: "Government medical" } })).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual(shown);
    await agree();
    expect((await stored())?.labels).toEqual({ en: "Government medical" });
    await expect(save(one, { ...shown, labels: { en: "Gulf medical" } })).rejects.toMatchObject({ id: "waits" });
    await save(other, { ...wafid, isRemoved: true });
    expect(await readHeldChanges(portal, other)).toEqual([]);
    expect((await auditTrail(portal, other, "staff", one.id)).at(-1)).toMatchObject({
      action: "change-refused",
      actor: other.id,
    });
  });

  test("are not shown again by an older change, once somebody hid, renamed or removed them", async ({
    portal,
    one,
    other,
  }) => {
    const save = (actor: Actor, paper: OwnPaper) => changeSettings(portal, actor, { change: { ownPapers: [paper] } });
    const stored = async () => (await currentSettings(portal)).ownPapers[0];
    const waits = { id: "waits" };
    const shown = { ...wafid, audience: "visitors" as const };
    const renamed = { ...shown, labels: { en: "Government medical" } };
    await declarePapers(portal, shown);
    await expect(save(one, renamed)).rejects.toMatchObject(waits);
    await save(other, { ...shown, isForMany: true });
    expect(await readHeldChanges(portal, other), "it has nothing to do with that").toHaveLength(1);
    await save(other, wafid);
    await applyDueChanges(later(portal, heldForMs));
    expect(await stored()).toEqual(wafid);
    // With another name at the same time: that change itself waits.
    await expect(save(one, renamed)).rejects.toMatchObject(waits);
    expect(await readHeldChanges(portal, other)).toHaveLength(1);
    for (const after of [{ ...wafid, isRemoved: true }, wafid]) await save(other, after);
    await applyDueChanges(later(portal, heldForMs));
    expect(await stored()).toEqual(wafid);
  });

  test("wait under the names that are stored, if these can be", async ({ portal, one, other }) => {
    const shown = { ...wafid, audience: "visitors" as const };
    await declarePapers(portal, shown, contract);
    const rename = (en: string) =>
      changeSettings(portal, one, { change: { ownPapers: [{ ...shown, labels: { en } }, contract] } });
    await expect(rename("x".repeat(2000))).rejects.toMatchObject({ id: "invalid" });
    await expect(rename("Work contract")).rejects.toMatchObject({ fields: { "ownPapers.1.labels": "sent-twice" } });
    await expect(rename(" Gulf\u202E  medical")).rejects.toMatchObject({ id: "waits" });
    const [held] = await readHeldChanges(portal, other);
    expect(held?.change).toMatchObject({ fields: [{ id: "p1", labels: { en: "Gulf medical" } }] });
  });

  test("show their last days to visitors once a second admin agrees", async ({ portal, one, other }) => {
    const undated = { ...wafid, audience: "visitors" as const, hasLastDay: false };
    const save = (actor: Actor, paper: OwnPaper) => changeSettings(portal, actor, { change: { ownPapers: [paper] } });
    const stored = async () => (await currentSettings(portal)).ownPapers[0];
    await declarePapers(portal, undated);
    const dated = { ...undated, hasLastDay: true, isForMany: true };
    await expect(save(one, dated)).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual({ ...undated, isForMany: true });
    const [held] = await readHeldChanges(portal, other);
    expect(held?.change).toMatchObject({ fields: [{ id: "p1", hasLastDay: true }] });
    await agreeToChange(portal, other, { id: held?.id ?? "" });
    expect(await stored()).toEqual(dated);
    await save(one, undated);
    expect(await stored()).toEqual(undated);
  });

  test("wait for another person; taking one away acts at once", async ({ portal, one, other }) => {
    await declarePapers(portal, wafid);
    const { id } = await approvedRecord(portal, one, other, { images: { p1: await uploaded(portal, one) } });
    const stored = async () => (await readRecord(portal, someAdmin, id)).documents["p1"];
    const first = await stored();
    await edit(portal, one, await readNext(portal, one, id), {
      images: { p1: await uploaded(portal, one) },
      lastDays: { p1: "2031-03-31" },
    });
    expect(await stored()).toEqual(first);
    const next = await readNext(portal, other, id);
    expect(next.documents["p1"]).not.toEqual(first);
    await decideOnRecord(portal, other, { id, expectedVersion: next.version }, "approve");
    expect([await stored(), (await readRecord(portal, someAdmin, id)).lastDays]).toEqual([
      next.documents["p1"],
      { p1: "2031-03-31" },
    ]);
    await edit(portal, one, await readNext(portal, one, id), { images: { p1: null } });
    expect(await stored()).toBeUndefined();
  });
});

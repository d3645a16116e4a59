import { randomUUID } from "node:crypto";
import { noteClock } from "#operations/portal/steady-clock.ts";
import { describe, expect } from "vitest";
import type { Actor } from "#core/accounts/actor.ts";
import { dayMs } from "#core/durations.ts";
import { type DraftStamp, draftsOfRecord } from "#core/page-draft.ts";
import { sweepDrafts } from "#operations/drafts/change-draft.ts";
import { listPageDrafts, throwDraftAway } from "#operations/drafts/list-drafts.ts";
import { endPageDraft, readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { testOn } from "../support/portals.ts";
import { changeRows } from "../support/change-rows.ts";
import { addTestRecord } from "../support/records.ts";

const later = (portal: Portal, days: number): Portal => ({ ...portal, now: () => Date.now() + days * dayMs });
const name = "text:terms:en";
const fields: [string, string][] = [
  ["title", "House rules"],
  ["body", "Be kind.\nBe patient."],
];
const here = "000000000001";

/** The titles of the drafts of a form, the last saved first. */
const typedIn = async (portal: Portal, actor: Actor, of = name) =>
  (await readPageDrafts(portal, actor, of)).map(({ fields: typed }) => new Map(typed).get("title"));

describe("page drafts", () => {
  const test = testOn("sqlite");

  test("are visible to their author as last typed, and are not among the drafts of records", async ({ portal }) => {
    const [clerk, other] = [await freshAccount(portal, "moderator"), await freshAccount(portal, "moderator")];
    expect(await typedIn(portal, clerk)).toEqual([]);
    await savePageDraft(portal, clerk, { name, fields: [["title", "House"]] });
    await savePageDraft(portal, clerk, { name, fields });
    expect(await typedIn(portal, clerk)).toEqual(["House rules"]);
    expect(await typedIn(portal, other)).toEqual([]);
    expect((await readDrafts(portal, clerk)).begun).toEqual([]);
    await endPageDraft(portal, clerk, name);
    expect(await typedIn(portal, clerk)).toEqual([]);
  });

  test("are not changed by a text that comes late, and do not come back after their form was accepted", async ({
    portal,
  }) => {
    const clerk = await freshAccount(portal, "moderator");
    const save = (title: string, number: number) =>
      savePageDraft(portal, clerk, { name, fields: [["title", title]] }, [{ opening: here, number }]);
    const accepts = (number: number) => endPageDraft(portal, clerk, name, [{ opening: here, number }]);
    await save("Old and newer", 2);
    await save("Old", 1);
    expect(await typedIn(portal, clerk)).toEqual(["Old and newer"]);
    await accepts(4);
    for (const [title, number] of [
      ["Before it was sent", 3],
      ["As it was sent", 4],
    ] as const)
      await save(title, number);
    expect(await typedIn(portal, clerk)).toEqual([]);
    await save("A second thought", 5);
    await accepts(4);
    expect(await typedIn(portal, clerk)).toEqual(["A second thought"]);
  });

  test("of two windows stand side by side until one is put back into the other", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    const [one, other] = [
      { opening: here, number: 1 },
      { opening: "000000000002", number: 1 },
    ];
    const save = (title: string, ...stamps: DraftStamp[]) =>
      savePageDraft(portal, clerk, { name, fields: [["title", title]] }, stamps);
    await save("One", one);
    await save("Other", other);
    expect(new Set(await typedIn(portal, clerk))).toEqual(new Set(["One", "Other"]));
    await save("One, put back", { ...other, number: 2 }, one);
    expect(await typedIn(portal, clerk)).toEqual(["One, put back"]);
    await save("One, where the first window went on", { ...one, number: 2 });
    expect(await typedIn(portal, clerk)).toHaveLength(2);
  });

  test("are sealed and expire after a week", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    await savePageDraft(portal, clerk, { name, fields });
    const rows = await portal.database.read.selectFrom("form_draft").select("sealed").execute();
    for (const { sealed } of rows) expect(Buffer.from(sealed ?? []).toString("latin1")).not.toContain("House");
    for (const days of [0, 4, 8]) await noteClock(later(portal, days));
    expect(await typedIn(later(portal, 8), clerk)).toEqual([]);
  });

  test("of a record are deleted with it and cannot be saved any more", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const { id } = await addTestRecord(portal, admin);
    const drafts = draftsOfRecord(id).map((one) => ({ name: one, fields }));
    const stamps = [undefined, [{ opening: here, number: 1 }]];
    for (const one of drafts) for (const stamp of stamps) await savePageDraft(portal, clerk, one, stamp);
    await deleteRecord(portal, admin, { id });
    for (const one of drafts) {
      await expect(savePageDraft(portal, clerk, one), "from a page that is still open").rejects.toMatchObject({
        id: "not-found",
      });
      expect(await typedIn(portal, clerk, one.name)).toEqual([]);
    }
  });

  test("of what was deleted cannot be saved, and what is left of them is swept", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    for (const kind of ["post", "answer", "organisation", "class", "payment", "void", "import", "comment"]) {
      const draft = { name: `${kind}:${randomUUID()}`, fields };
      await expect(savePageDraft(portal, clerk, draft), kind).rejects.toMatchObject({ id: "not-found" });
    }
    const { id } = await addTestRecord(portal, admin);
    await savePageDraft(portal, clerk, { name: `record:${id}`, fields });
    await changeRows(portal, "form_draft", { form: `record:${randomUUID()}` });
    await savePageDraft(portal, clerk, { name: "post:new", fields });
    await sweepDrafts(portal);
    expect(await listPageDrafts(portal, clerk)).toMatchObject([
      { kind: "post", of: "new", text: "Be kind.\nBe patient." },
    ]);
  });

  test("are limited to fifty for each person: a new one is refused until one of them ends, and none is dropped", async ({
    portal,
  }) => {
    const clerk = await freshAccount(portal, "moderator");
    const save = (at: number, title = "House") =>
      savePageDraft(portal, clerk, { name: `text:${at}`, fields: [["title", title]] }, [
        { opening: here, number: at + 1 },
      ]);
    for (let at = 0; at < 50; at += 1) {
      await save(at);
      await endPageDraft(portal, clerk, `menus:${at}`, [{ opening: here, number: 1 }]);
    }
    await expect(save(50)).rejects.toMatchObject({ id: "too-many-drafts" });
    await savePageDraft(portal, clerk, { name: "text:1", fields }, [{ opening: here, number: 90 }]);
    expect(await typedIn(portal, clerk, "text:0")).toEqual(["House"]);
    expect(await typedIn(portal, clerk, "text:1"), "the fifty can be typed on").toEqual(["House rules"]);
    const [, oldest] = (await listPageDrafts(portal, clerk)).toReversed();
    await throwDraftAway(portal, clerk, { id: oldest?.id ?? "" });
    await save(50);
    expect(await listPageDrafts(portal, clerk)).toHaveLength(50);
    const ended = portal.database.read.selectFrom("form_draft").select("id").where("form", "like", "menus:%");
    expect(await ended.execute()).toHaveLength(50);
    await savePageDraft(later(portal, 8), clerk, { name, fields });
    expect(await ended.execute(), "what comes late comes within a day").toEqual([]);
  });

  test("end as rows only if they were stored, however many a request names", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    await savePageDraft(portal, clerk, { name, fields }, [{ opening: here, number: 1 }]);
    const invented = Array.from({ length: 3000 }, (_, at) => ({ opening: `other${at}`, number: 1 }));
    await endPageDraft(portal, clerk, name, [{ opening: "own", number: 1 }, { opening: here, number: 1 }, ...invented]);
    const rows = portal.database.read.selectFrom("form_draft").select("form").where("person_id", "=", clerk.id);
    expect((await rows.execute()).map(({ form }) => form).toSorted()).toEqual([`${name}#${here}`, `${name}#own`]);
    expect(await typedIn(portal, clerk, name)).toEqual([]);
  });

  test.for([
    ["a name without a subject", { name: "terms", fields }],
    ["a name with forbidden characters", { name: "text:../terms", fields }],
    ["a draft with too many fields", { name, fields: Array.from({ length: 3001 }, () => ["x", "y"]) }],
    ["a field that is too long", { name, fields: [["x", "y".repeat(60_001)]] }],
    ["a draft without a list of fields", { name, fields: "x" }],
  ] as const)("%s is refused", async ([, one], { portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    await expect(savePageDraft(portal, clerk, one)).rejects.toMatchObject({ id: "invalid" });
  });

  test("with an invalid name are not found, and to end one does nothing", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    expect(await readPageDrafts(portal, clerk, "record:\0")).toEqual([]);
    await expect(endPageDraft(portal, clerk, "record:\0")).resolves.toBeUndefined();
  });
});

import { describe, expect } from "vitest";
import { commentDraftName, recordDraftName } from "#core/page-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { endPageDraft, readPageDraft, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";

const name = "text:terms:en";
const fields: [string, string][] = [
  ["title", "House rules"],
  ["body", "Be kind.\nBe patient."],
];

describe("page drafts", () => {
  const test = testOn("sqlite");

  test("are visible to their author as last typed, and are not among the drafts of records", async ({ portal }) => {
    const [clerk, other] = [await freshAccount(portal, "moderator"), await freshAccount(portal, "moderator")];
    expect(await readPageDraft(portal, clerk, name)).toBeNull();
    await savePageDraft(portal, clerk, { name, fields: [["title", "House"]] });
    await savePageDraft(portal, clerk, { name, fields });
    expect(await readPageDraft(portal, clerk, name)).toMatchObject({ fields });
    expect(await readPageDraft(portal, other, name)).toBeNull();
    expect((await readDrafts(portal, clerk)).begun).toEqual([]);
    await endPageDraft(portal, clerk, name);
    expect(await readPageDraft(portal, clerk, name)).toBeNull();
  });

  test("are sealed and expire after a week", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    await savePageDraft(portal, clerk, { name, fields });
    const rows = await portal.database.read.selectFrom("form_draft").select("sealed").execute();
    for (const { sealed } of rows) expect(Buffer.from(sealed ?? []).toString("latin1")).not.toContain("House");
    const later = { ...portal, now: () => portal.now() + 8 * 24 * 60 * 60 * 1000 };
    expect(await readPageDraft(later, clerk, name)).toBeNull();
  });

  test("of a record are deleted with it and cannot be saved any more", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const { id } = await addTestRecord(portal, admin);
    const drafts = [recordDraftName(id), commentDraftName(id)].map((one) => ({ name: one, fields }));
    for (const draft of drafts) await savePageDraft(portal, clerk, draft);
    await deleteRecord(portal, admin, { id });
    for (const draft of drafts) {
      await expect(savePageDraft(portal, clerk, draft), "from a page that is still open").rejects.toMatchObject({
        id: "not-found",
      });
      expect(await readPageDraft(portal, clerk, draft.name)).toBeNull();
    }
  });

  test("are limited to fifty for each person: the oldest one is deleted", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    const names = Array.from({ length: 51 }, (_, at) => `text:${at}`);
    for (const [at, one] of names.entries()) {
      await savePageDraft({ ...portal, now: () => portal.now() + at }, clerk, { name: one, fields });
    }
    expect(await readPageDraft(portal, clerk, "text:0")).toBeNull();
    expect(await readPageDraft(portal, clerk, "text:1")).not.toBeNull();
    expect(await readPageDraft(portal, clerk, "text:50")).not.toBeNull();
  });

  test.for([
    ["a name without a subject", { name: "terms", fields }],
    ["a name with forbidden characters", { name: "text:../terms", fields }],
    ["a draft with too many fields", { name, fields: Array.from({ length: 301 }, () => ["x", "y"]) }],
    ["a field that is too long", { name, fields: [["x", "y".repeat(60_001)]] }],
    ["a draft without a list of fields", { name, fields: "x" }],
  ] as const)("%s is refused", async ([, draft], { portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    await expect(savePageDraft(portal, clerk, draft)).rejects.toMatchObject({ id: "invalid" });
  });

  test("with an invalid name are not found, and to end one does nothing", async ({ portal }) => {
    const clerk = await freshAccount(portal, "moderator");
    expect(await readPageDraft(portal, clerk, "record:\0")).toBeNull();
    await expect(endPageDraft(portal, clerk, "record:\0")).resolves.toBeUndefined();
  });
});

import { describe, expect } from "vitest";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import { readFiles } from "#verify/saved-proof.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { executeRuns } from "#operations/run-work/execute-runs.ts";
import { readLeftOut } from "#operations/bulk/read-run.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { readHolderPage, bindByCard } from "#operations/holders/holder-page.ts";
import { makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { countShareCodeUse } from "#operations/holders/use-share-code.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { publishedChecksums } from "#operations/shown-images/published-checksums.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { uploaded } from "../support/documents.ts";
import { cardForm, freshClient, holderOf } from "../support/holders.ts";
import { sharedTest } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement } from "../support/statements.ts";

describe("a document that a holder holds back", () => {
  const test = sharedTest.sqlite
    .extend("record", async ({ portal, admin }) => {
      const images = { visaPaper: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) };
      return addTestRecord(portal, admin, { images });
    })
    .extend("opened", async ({ portal, record }) => (await holderOf(portal, record)).opened);
  const visa = { kind: "visaPaper", isWithheld: true };

  const seen = async (portal: Portal, number: string) => {
    const found = await lookUpRecord(portal, { by: "passport", number });
    return Object.keys(found?.documents ?? {}).toSorted();
  };

  test("a document that its holder holds back is visible only to the holder and staff until they give it back", async ({
    portal,
    admin,
    record,
    opened,
  }) => {
    const number = record.passportNumber;
    const grant = (await lookUpRecord(portal, { by: "passport", number }))?.imageGrant ?? { until: 0, signature: "" };
    const asked = { record: record.id, grant };
    const page = record.documents.visaPaper?.[0]?.image ?? "";
    const image = (viewer: Parameters<typeof openImage>[1]["viewer"]) =>
      openImage(portal, { page, size: "list", viewer }).then((shown) => shown.kind);
    expect(await image({ grant })).toBe("visaPaper");

    await holdBack(portal, opened, visa);
    expect(await seen(portal, number)).toEqual(["workPermit"]);
    expect((await publishedChecksums(portal, asked)).map(({ kind }) => kind)).toEqual(["workPermit"]);
    const { proof } = await saveProof(portal, asked);
    const { payload } = await checkStatement(portal, proof.statement);
    expect(payload["documents"]).toEqual([expect.objectContaining({ kind: "workPermit" })]);
    const { keys } = await publicKeys(portal, portal.database.read);
    expect((await readFiles(proof, keys))?.map(({ kind }) => kind)).toEqual(["workPermit"]);
    await expect(image({ grant })).rejects.toMatchObject({ id: "not-found" });
    expect(await image({ actor: admin })).toBe("visaPaper");
    expect((await readRecord(portal, admin, record.id)).keptBack).toEqual(["visaPaper"]);
    const own = async () => (await readHolderPage(portal, opened))?.documents;
    expect(await own()).toContainEqual({ kind: "visaPaper", isWithheld: true });

    await holdBack(portal, opened, { ...visa, isWithheld: false });
    expect(await seen(portal, number)).toEqual(["visaPaper", "workPermit"]);
    expect(await image({ grant })).toBe("visaPaper");
    const done = (await auditTrail(portal, admin, "candidate", record.id)).filter(({ actor }) => actor === "holder");
    expect(done.map(({ action }) => action).toSorted()).toEqual([
      "document-given-back",
      "document-kept-back",
      "holder-bound",
    ]);
  });

  test("a last day without a scan is held back and shared like a scan", async ({ portal, admin }) => {
    const record = await addTestRecord(portal, admin, { lastDays: { lmia: "2020-01-31" } });
    const { opened } = await holderOf(portal, record);
    const seenDays = async () =>
      (await lookUpRecord(portal, { by: "passport", number: record.passportNumber }))?.unscanned;
    const lmia = { kind: "lmia", lastDay: "2020-01-31" };
    expect(await seenDays()).toEqual([lmia]);
    expect((await readHolderPage(portal, opened))?.documents).toEqual([{ kind: "lmia", isWithheld: false }]);
    await holdBack(portal, opened, { kind: "lmia", isWithheld: true });
    expect(await seenDays()).toEqual([]);
    expect((await ownShareCodes(portal, opened)).kinds).toEqual(["lmia"]);
    const wish = { whom: "employer", words: "", days: "7", uses: "3" };
    for (const [chosen, unscanned] of [
      [{ [sharesField("lmia")]: "on" }, [lmia]],
      [{}, []],
    ] as const) {
      const { code } = await makeShareCode(portal, opened, { ...wish, ...chosen });
      expect((await countShareCodeUse(portal, parseCode(code, shareCode) ?? "", "Rahim"))?.record.unscanned).toEqual(
        unscanned,
      );
    }
  });

  test("a document stays kept back when staff change the record, replace the document or turn the choice off", async ({
    portal,
    admin,
    record,
    opened,
  }) => {
    await holdBack(portal, opened, visa);
    const update = (expectedVersion: number, images = {}) =>
      updateRecord(portal, admin, { id: record.id, expectedVersion }, { particulars: record, images });
    await expect(update(record.version)).rejects.toMatchObject({ id: "stale" });
    const { record: changed } = await update(record.version + 1, { visaPaper: await uploaded(portal, admin) });
    expect(imageOfPage(changed.documents.visaPaper?.[0]?.image ?? "")).not.toBe(
      imageOfPage(record.documents.visaPaper?.[0]?.image ?? ""),
    );
    await changeSettings(portal, admin, { change: { holdersMayHoldBack: false } });
    expect(await seen(portal, record.passportNumber)).toEqual(["workPermit"]);
    expect((await readHolderPage(portal, opened))?.documents).toEqual([visa]);
    await expect(holdBack(portal, opened, { ...visa, kind: "workPermit" })).rejects.toMatchObject({
      id: "not-allowed",
    });
    await holdBack(portal, opened, { ...visa, isWithheld: false });
    expect(await seen(portal, record.passportNumber)).toEqual(["visaPaper", "workPermit"]);
    await changeSettings(portal, admin, { change: { holdersMayHoldBack: true } });
  });

  test("holding back loses nothing when staff change the record at the same time, and a bulk run leaves that record out", async ({
    portal,
    admin,
    record,
    opened,
  }) => {
    const run = await askForRun(portal, admin, "hide", { ids: [record.id] });
    const particulars = { ...record, address: "Sylhet" };
    await Promise.all([
      holdBack(portal, opened, visa),
      holdBack(portal, opened, { ...visa, kind: "workPermit" }),
      updateRecord(portal, admin, { id: record.id }, { particulars, images: {} }),
    ]);
    expect(await readRecord(portal, admin, record.id)).toMatchObject({
      address: "Sylhet",
      keptBack: ["workPermit", "visaPaper"],
      version: record.version + 3,
    });
    await beginRun(portal, admin, run.id);
    await executeRuns(portal, { stopping: new AbortController().signal, report: () => undefined });
    expect((await readLeftOut(portal, admin, run.id)).rows).toMatchObject([{ id: record.id, outcome: "changed" }]);
  });

  test("holding back is refused to strangers, to a former holder, and for an unknown kind of document", async ({
    portal,
    admin,
    record,
    opened,
  }) => {
    await expect(holdBack(portal, opened, { ...visa, kind: "passport" })).rejects.toMatchObject({ id: "invalid" });
    await expect(holdBack(portal, { ...opened, secret: "x" }, visa)).rejects.toMatchObject({ id: "wrong-pin" });
    const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
    const later = { ...portal, now: () => portal.now() + 4 * 24 * 3_600_000 };
    await bindByCard(later, cardForm(code), freshClient());
    await expect(holdBack(portal, opened, visa)).rejects.toMatchObject({ id: "wrong-pin" });
    expect((await readRecord(portal, admin, record.id)).keptBack).toEqual([]);
  });
});

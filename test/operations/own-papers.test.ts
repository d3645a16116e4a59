import { describe, expect } from "vitest";
import type { Actor } from "#core/accounts/actor.ts";
import { takeOverAfterMs } from "#core/holders/binding.ts";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { OwnPaperId } from "#core/own-fields/own-paper.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { freezeHolder } from "#operations/holders/frozen-page.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { bindByCard, readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { countShareCodeUse, openSharedImage } from "#operations/holders/use-share-code.ts";
import { countPapersToShow } from "#operations/own-fields/own-values.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { openDownload } from "#operations/shown-images/open-download.ts";
import { publishedChecksums } from "#operations/shown-images/published-checksums.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { sameFiles } from "#operations/upkeep/same-files.ts";
import { readSavedStatement } from "#verify/saved-statement.ts";
import { cardForm, freshClient, holderOf } from "../support/holders.ts";
import { doesStand, savedStatement } from "../support/statements.ts";
import { readUploadName } from "#core/imports/upload-name.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { takeRecord } from "#operations/exports/take-record.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { grantForHolder, openImage } from "#operations/shown-images/open-image.ts";
import { hashingOnce } from "../support/accounts/fresh-accounts.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { switchOff } from "../support/features.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { heads, line, named, received } from "../support/imports.ts";
import { declare, declarePapers, ownField, ownPaper } from "../support/own-fields.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord, grantFor } from "../support/records.ts";
import { edit } from "../support/revisions.ts";

const wafid = ownPaper("p1", "Wafid medical");
const contract = ownPaper("p2", "Work contract", { hasLastDay: false });

describe("the operator's own papers", () => {
  const test = testOn("sqlite");

  test("are kept and erased as other documents, found by their last day, and seen by staff only", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid, contract);
    const plain = await addTestRecord(portal, admin, { images: { photo: await uploaded(portal, admin) } });
    const images = { p1: await uploaded(portal, admin), p2: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images, lastDays: { p1: "2031-03-31" } });
    const [page] = record.documents["p1"] ?? [];
    const open = (viewer: Parameters<typeof openImage>[1]["viewer"]) =>
      openImage(portal, { page: page?.image ?? "", size: "list", viewer });
    expect((await open({ actor: admin })).kind).toBe("p1");
    await expect(open({ grant: await grantFor(portal, record) })).rejects.toMatchObject({ id: "not-found" });
    const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
    expect([seen?.documents, seen?.lastDays]).toEqual([{}, {}]);
    const statement = await statementOf(portal, record.id);
    const ending = await listRecords(portal, admin, { endsFrom: "2031-03-31", endsTo: "2031-03-31" });
    expect(ending.records.map(({ id }) => id)).toEqual([record.id]);

    await edit(portal, admin, record, { address: record.address });
    const kept = await readRecord(portal, admin, record.id);
    expect([kept.documents, kept.lastDays]).toEqual([record.documents, { p1: "2031-03-31" }]);
    await edit(portal, admin, kept, { images: { p1: [await uploaded(portal, admin), await uploaded(portal, admin)] } });
    const replaced = await readRecord(portal, admin, record.id);
    expect([replaced.documents["p1"]?.length, replaced.lastDays]).toEqual([2, {}]);
    expect(await statementOf(portal, record.id)).toEqual(statement);
    await deleteRecord(portal, admin, { id: record.id });
    const rows = portal.database.read.selectFrom("image").select("candidate_id").where("state", "=", "kept");
    expect(await rows.execute()).toEqual([{ candidate_id: plain.id }]);
  });

  test("are refused unless they are declared; a removed one keeps its documents", async ({ portal, admin }) => {
    await declarePapers(portal, wafid, contract);
    const record = await addTestRecord(portal, admin, { images: { p2: await uploaded(portal, admin) } });
    const refused = { p3: "unknown-choice", "lastDays.p2": "unknown-choice" };
    const sent = { images: { p3: await uploaded(portal, admin) }, lastDays: { p2: "2031-01-01" } };
    await expect(edit(portal, admin, record, sent)).rejects.toMatchObject({ fields: refused });
    await declarePapers(portal, wafid, { ...contract, isRemoved: true });
    const image = await uploaded(portal, admin);
    await expect(edit(portal, admin, record, { images: { p2: image } })).rejects.toMatchObject({
      fields: { p2: "unknown-choice" },
    });
    const after = await edit(portal, admin, record, { images: { p1: image } });
    expect(Object.keys(after.record.documents).toSorted()).toEqual(["p1", "p2"]);
    const taken = async (action: "record-exported" | "person-exported") =>
      Array.fromAsync((await takeRecord(portal, admin, record.id, action)).files, ({ kind }) => kind);
    expect([await taken("record-exported"), await taken("person-exported")]).toEqual([["p1"], ["p1", "p2"]]);
    await expect(declarePapers(portal, wafid)).rejects.toMatchObject({ id: "stale" });
  });

  test("have a name that no other paper, no field and no kind of the program has", async ({ portal }) => {
    await declare(portal, ownField("f1", "Kafeel"));
    for (const taken of ["Kafeel", "medical form", "মেডিকেল ফরম", "wafid-medical"])
      await expect(declarePapers(portal, wafid, ownPaper("p2", taken))).rejects.toMatchObject({
        fields: { "ownPapers.1.labels": "sent-twice" },
      });
    await declarePapers(portal, wafid);
    await expect(declare(portal, ownField("f1", "Kafeel"), ownField("f2", "Wafid medical"))).rejects.toMatchObject({
      fields: { "ownFields.1.labels": "sent-twice" },
    });
  });

  test("have columns for their last days in imports, which an undo takes back, and files of their names in exports", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid, contract);
    const images = { p1: await uploaded(portal, admin), p2: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { passportNumber: "AB1000001", images });
    const rows = [
      `${heads},WAFID medical expiry`,
      `${line("AB1000001", record.irccNumber)},31/12/2031`,
      `${line("AB1000002", "W1000002")},30/11/2031`,
    ];
    const id = await received(portal, admin, rows);
    await takeGuessedColumns(portal, admin, id, {});
    await executeAllRuns(portal);
    await beginRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.lastDays).toEqual({ p1: "2031-12-31" });
    expect((await named(portal, admin, "AB1000002"))?.lastDays).toEqual({ p1: "2031-11-30" });
    await undoRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.lastDays).toEqual({});

    const { scans } = await takeRecord(portal, admin, record.id);
    const names = await Array.fromAsync(scans(), ({ name }) => name);
    expect(names).toEqual(["AB1000001/own paper Wafid medical.jpg", "AB1000001/Work contract.jpg"]);
    const kindOf = (name: string) => readUploadName(name, [wafid, contract]).kind;
    expect([...names, "AB1000001 Wafid_Medical.pdf", "AB1000001 medical.pdf"].map(kindOf)).toEqual([
      "p1",
      "p2",
      "p1",
      "medical",
    ]);
    const elsewhere = [ownPaper("p1", "Permit letter")];
    for (const papers of [[], elsewhere])
      expect(names.map((name) => readUploadName(name, papers).kind)).toEqual([null, null]);
  });
});

describe("own papers that visitors see", () => {
  const test = testOn("sqlite");
  const shown = { ...wafid, audience: "visitors" } as const;
  const forHolder = { ...contract, audience: "holder" } as const;
  const days = { p1: "2031-03-31" };

  const withPapers = async (portal: Portal, admin: Actor, file?: Buffer) =>
    addTestRecord(portal, admin, {
      images: { p1: await uploaded(portal, admin, file), p2: await uploaded(portal, admin, file) },
      lastDays: days,
    });
  const seenOf = async (portal: Portal, { passportNumber: number }: CandidateRecord) =>
    (await lookUpRecord(portal, { by: "passport", number }))?.papers;
  const pageOf = ({ documents }: CandidateRecord, paper: OwnPaperId) => documents[paper]?.[0]?.image ?? "";

  test("stand in the statement with their titles of that time, which ends once they are hidden or changed", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, shown, forHolder);
    const [record, other] = [await withPapers(portal, admin), await addTestRecord(portal, admin)];
    expect(await seenOf(portal, record)).toMatchObject([
      { id: "p1", labels: { en: "Wafid medical" }, pages: record.documents["p1"], lastDay: "2031-03-31" },
    ]);
    const saved = (await savedStatement(portal, record.id)) ?? "";
    const statementsNow = () => Promise.all([record, other].map(({ id }) => statementOf(portal, id)));
    const [stated, untouched] = await statementsNow();
    const { keys } = await publicKeys(portal, portal.database.read, "statement");
    const read = await readSavedStatement(saved, keys);
    expect([read?.documents, read?.statement.kinds]).toMatchObject([
      [{ kind: "p1", title: "Wafid medical", pages: 1, last_day: "2031-03-31" }],
      [],
    ]);

    const grant = await grantFor(portal, record);
    const checksums = await publishedChecksums(portal, { record: record.id, grant });
    const { original_sha256: file = [], page_sha256: page = [] } = read?.documents[0] ?? {};
    expect(checksums).toMatchObject([{ kind: "p1", sha256: expect.arrayContaining([...file, ...page]) }]);

    const renamed = { ...shown, labels: { en: "GCC medical" }, onPages: ["/Check_Visa"] } as const;
    await declarePapers(portal, forHolder, renamed);
    await sweepStatements(portal);
    expect(await statementsNow()).toEqual([stated, untouched]);
    await declarePapers(portal, { ...renamed, hasLastDay: false }, forHolder);
    await sweepStatements(portal);
    expect(await doesStand(portal, saved)).toBe(false);
    const next = (await savedStatement(portal, record.id)) ?? "";
    expect((await readSavedStatement(next, keys))?.documents).toMatchObject([{ title: "GCC medical" }]);
    await declarePapers(portal, wafid, forHolder);
    expect(await seenOf(portal, record)).toEqual([]);
    await sweepStatements(portal);
    expect([await doesStand(portal, next), await statementOf(portal, other.id)]).toEqual([false, untouched]);
    expect(await verifyStatements(portal)).toMatchObject({ broken: 0 });
  });

  test("are opened by a visitor's link only while visitors see them, and by a holder's what is for the holder", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, shown, forHolder);
    const record = await withPapers(portal, admin);
    const { opened } = await holderOf(portal, record);
    const mine = await readHolderPage(portal, opened);
    expect(mine?.papersForHolder).toMatchObject([{ id: "p2", pages: record.documents["p2"] }]);
    expect(mine?.papers).toEqual([{ id: "p1", labels: shown.labels, isWithheld: false }]);
    const visitor = { grant: await grantFor(portal, record) };
    const holder = { grant: mine?.grantForHolder ?? visitor.grant };
    const opens = async (paper: OwnPaperId, viewer: { grant: ImageGrant }) => {
      const size = "list";
      const found = await openImage(portal, { page: pageOf(record, paper), size, viewer }).catch(() => null);
      return found?.kind ?? null;
    };
    const seen = async () => [
      await opens("p1", visitor),
      await opens("p2", visitor),
      await opens("p1", holder),
      await opens("p2", holder),
    ];
    expect(await seen()).toEqual(["p1", null, null, "p2"]);
    const number = { language: "en", number: "passport" } as const;
    await expect(makeSlip(portal, { record: record.id, ...holder, ...number })).rejects.toMatchObject({
      id: "not-found",
    });
    const download = await openDownload(portal, pageOf(record, "p1"), visitor);
    expect(download.name).toBe("p1-1");

    await holdBack(portal, opened, { kind: "p1", isWithheld: true });
    expect(await seen()).toEqual([null, null, null, "p2"]);
    expect(await seenOf(portal, record)).toEqual([]);
    expect(await publishedChecksums(portal, { record: record.id, ...visitor })).toEqual([]);
    await expect(openDownload(portal, pageOf(record, "p1"), visitor)).rejects.toMatchObject({ id: "not-found" });
    await expect(holdBack(portal, opened, { kind: "p2", isWithheld: true })).rejects.toMatchObject({ id: "invalid" });
    await holdBack(portal, opened, { kind: "p1", isWithheld: false });
    expect(await seen()).toEqual(["p1", null, null, "p2"]);
    await switchOff(portal, ["holders"]);
    expect(await seen()).toEqual(["p1", null, null, null]);
    await switchOff(portal, []);
    expect(await seen()).toEqual(["p1", null, null, "p2"]);
    for (const hidden of [wafid, { ...shown, isRemoved: true }]) {
      await declarePapers(portal, hidden, contract);
      expect(await seen()).toEqual([null, null, null, null]);
    }
    await declarePapers(portal, shown, forHolder);
    await hideRecord(portal, admin, record);
    expect(await seen()).toEqual([null, null, null, null]);
  });

  test("for the holder are opened by no link of a holder who was replaced, or whose page is frozen", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, forHolder);
    const record = await addTestRecord(portal, admin, { images: { p2: await uploaded(portal, admin) } });
    const { opened: first } = await holderOf(portal, record);
    const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "New telephone" })) ?? "";
    const later = { ...portal, now: () => portal.now() + takeOverAfterMs };
    const opens = async (holder: string) => {
      const viewer = { grant: grantForHolder(later, record.id, holder) };
      const found = await openImage(later, { page: pageOf(record, "p2"), size: "list", viewer }).catch(() => null);
      return found?.kind ?? null;
    };
    expect(await opens(first.id)).toBe("p2");
    const { opened } = await bindByCard(hashingOnce(later), cardForm(code), freshClient());
    expect([await opens(first.id), await opens(opened.id)]).toEqual([null, "p2"]);
    await freezeHolder(later, admin, { id: record.id }, { reason: "Lost telephone" });
    expect(await opens(opened.id)).toBeNull();
    expect(await readHolderPage(later, opened)).toMatchObject({ papersForHolder: [], grantForHolder: null });
  });

  test("are shared by a code that their holder ticked, also while they are held back", async ({ portal, admin }) => {
    await declarePapers(portal, shown, forHolder);
    const record = await withPapers(portal, admin);
    const { opened } = await holderOf(portal, record);
    await holdBack(portal, opened, { kind: "p1", isWithheld: true });
    const shared = async (fields: Record<string, string>) => {
      const wish = { whom: "employer", words: "", days: "1", uses: "1", ...fields };
      const { code, firstName: name } = await makeShareCode(portal, opened, wish);
      return (await countShareCodeUse(portal, parseCode(code, shareCode) ?? "", name))?.record;
    };
    expect((await shared({}))?.papers).toEqual([]);
    const found = await shared({ "shares-p1": "on", "shares-p2": "on" });
    expect(found?.papers).toMatchObject([{ id: "p1" }]);
    const open = (paper: OwnPaperId) =>
      openSharedImage(portal, {
        page: pageOf(record, paper),
        size: "list",
        token: found?.imageGrant.signature ?? "",
      });
    expect((await open("p1")).name).toBe("p1-1");
    await expect(open("p2")).rejects.toMatchObject({ id: "not-found" });
    expect((await ownShareCodes(portal, opened)).papers).toMatchObject([{ id: "p1" }]);
  });

  test("are counted before they are shown; a file of one for many people is expected in other records", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid, { ...contract, isForMany: true });
    const file = await drawnDocument();
    const [first, second] = [await withPapers(portal, admin, file), await withPapers(portal, admin, file)];
    await addTestRecord(portal, admin);
    const { opened } = await holderOf(portal, await withPapers(portal, admin));
    await declarePapers(portal, shown, { ...contract, isForMany: true });
    expect(await countPapersToShow(portal, "p1")).toEqual({ records: 3, isMore: false });
    await holdBack(portal, opened, { kind: "p1", isWithheld: true });
    await hideRecord(portal, admin, first);
    expect(await countPapersToShow(portal, "p1")).toEqual({ records: 1, isMore: false });
    expect((await sameFiles(portal, admin, second)).map(({ kind }) => kind)).toEqual(["p1"]);
    await declarePapers(portal, { ...wafid, isRemoved: true }, { ...contract, isForMany: true });
    expect(await sameFiles(portal, admin, second), "of one that nobody sees").toEqual([]);
  });
});

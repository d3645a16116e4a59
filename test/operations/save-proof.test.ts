import { hash } from "node:crypto";
import { describe, expect } from "vitest";
import { placeInLog, readFiles } from "#verify/saved-proof.ts";
import { openDownload } from "#operations/images/open-download.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { publicKeys } from "#operations/proofs/signing-keys.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement } from "../support/statements.ts";

// One engine is enough: these queries are the same on both.
describe("a saved proof", () => {
  const test = testOn("sqlite");

  test("contains the statement, its place in the log and its files, and none of these fits another record", async ({
    portal,
  }) => {
    const publish = async () => {
      const record = await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
      const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
      if (!seen) throw new Error("it is not shown");
      return { record, grant: seen.imageGrant, asked: { record: record.id, grant: seen.imageGrant } };
    };
    const [{ record, grant, asked }, another] = [await publish(), await publish()];
    const { bytes } = await openDownload(portal, record.documents.workPermit?.[0]?.image ?? "", { grant });
    const { proof } = await saveProof(portal, asked);
    const { proof: other } = await saveProof(portal, another.asked);
    expect(await checkStatement(portal, proof.statement)).toMatchObject({
      stands: true,
      payload: { name: record.name },
    });

    const { keys } = await publicKeys(portal, portal.database.read);
    const known = await readFiles(proof, keys);
    expect(known).toEqual([expect.objectContaining({ kind: "workPermit" })]);
    expect(known?.[0]?.sha256).toContain(hash("sha256", bytes));
    expect(await readFiles({ ...proof, files: other.files }, keys)).toBeNull();

    expect(await placeInLog(proof, { keys })).toMatchObject({ origin: "localhost:3000/log", index: 0 });
    expect(await placeInLog(other, { keys })).toMatchObject({ origin: "localhost:3000/log", index: 1 });
    const index = /index (\d+)/.exec(proof.log)?.[1] ?? "";
    for (const log of [
      other.log,
      proof.log.replace(`index ${index}`, `index ${Number(index) + 1}`),
      // The same root, under an origin that was not signed.
      proof.log.replaceAll("/log\n", "/log/2\n"),
      proof.log.slice(0, -40),
    ])
      expect(await placeInLog({ ...proof, log }, { keys })).toBe("not-logged");
    expect(await placeInLog(proof, { keys: [] })).toBe("unknown");

    const notFound = expect.objectContaining({ id: "not-found" });
    await expect(saveProof(portal, { ...asked, grant: { ...grant, signature: "guess" } })).rejects.toEqual(notFound);
    await hideRecord(portal, admin, { id: record.id });
    await expect(saveProof(portal, asked)).rejects.toEqual(notFound);
  });
});

import { hash } from "node:crypto";
import { describe, expect } from "vitest";
import type { SlipOptions } from "#core/images/image-links.ts";
import { type Language, languages } from "#core/settings/languages.ts";
import { checkLinkInPdf, readCompactText, signerOf } from "#verify/compact-statement.ts";
import { fromPicture, toPicture } from "#documents/picture.ts";
import { readPdf } from "#documents/read-pdf.ts";
import { m } from "#i18n/compiled/messages.js";
import { textDirection } from "#i18n/offered-locales.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { changeOperator } from "../support/operator.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { testOn } from "../support/portals.ts";
import { textOf } from "../support/pdf-text.ts";
import { readCodes } from "../support/read-codes.ts";
import { addTestRecord, grantFor } from "../support/records.ts";
import { placeInLog, readFiles } from "#verify/saved-proof.ts";
import { openDownload } from "#operations/shown-images/open-download.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { checkStatement } from "../support/statements.ts";

const english: SlipOptions = { language: "en", number: "passport" };

/** Returns the content of the QR codes on the rendered page: as a phone reads a print, not as stored in the file. */
async function scanned(pdf: Uint8Array) {
  const pages = await Array.fromAsync(readPdf(Buffer.from(pdf)));
  const [page] = pages;
  if (!page || pages.length > 1) throw new Error(`it has ${pages.length} pages`);
  return readCodes(page);
}

/** The left half of the page has the code, and the text begins there. */
async function isCodeOnTheLeft(pdf: Uint8Array): Promise<boolean> {
  const [page] = await Array.fromAsync(readPdf(Buffer.from(pdf)));
  if (!page) throw new Error("it has no page");
  const half = { left: 0, top: 0, width: Math.floor(page.width / 2), height: page.height };
  return (await readCodes(await toPicture(fromPicture(page).extract(half)))).length > 0;
}

const name = "মোহাম্মদ আব্দুর রহিম শ্রীকৃষ্ণ চট্টোপাধ্যায় ক্ষিতীন্দ্র";

const namesInScripts = [
  "Oʼktam Ștefănescu Đặng Nguyễn Kędzierski Жұмабаев Παπαδόπουλος",
  "محمد عبدالله (ثابت) چوہدری",
  "क्षितिज विद्यार्थी ශ්‍රී ක්ෂේම க்ஷேமா",
  "王小明 渡邊さくら 김철수 สมชาย น้ำใจ",
  "မောင်မောင်လွင် ព្រះស្រី កញ្ញា",
  "ສົມໃຈ ພົມມະຈັນ አበበ ገብረመድህን",
  "శ్రీనివాస రెడ్డి કૃષ્ણકાંત પટેલ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  "ಕೃಷ್ಣಮೂರ್ತಿ ശ്രീജിത്ത് കൃഷ്ണൻ",
  "שרה כהן־לוי",
  "Ab𓀀c ক৴ক 🙂",
];

// One engine is enough: these queries are the same on both.
describe("a slip", () => {
  const test = testOn("sqlite");

  test("is one page whose QR code is a statement signed by the site's key", async ({ portal }) => {
    const images = {
      photo: await uploaded(portal, admin),
      workPermit: [await uploaded(portal, admin), await uploaded(portal, admin)],
      visaPaper: await uploaded(portal, admin),
      medical: await uploaded(portal, admin),
    };
    const long = `${name} `.repeat(4).slice(0, 200).trim();
    const record = await addTestRecord(portal, admin, { name: long, images });
    await changeSettings(portal, admin, { change: { shownKinds: ["photo", "workPermit", "visaPaper"] } });
    const grant = await grantFor(portal, record);
    for (const number of ["passport", "ircc"] as const) {
      const { bytes } = await makeSlip(portal, { record: record.id, grant, language: "bn", number });
      const [link = ""] = await scanned(bytes);
      expect(link).toBe(checkLinkInPdf(Buffer.from(bytes)));
      expect(link.length).toBeLessThanOrEqual(400);
      const read = readCompactText(new URL(link).hash.slice(1));
      expect(read?.statement).toMatchObject({
        name: expect.stringMatching(/^মোহাম্মদ .{100}/),
        nameSha256: hash("sha256", long.normalize("NFC")),
        number: number === "ircc" ? record.irccNumber : record.passportNumber,
        kinds: ["photo", "workPermit", "visaPaper"],
      });
      const { keys } = await publicKeys(portal, portal.database.read, "statement");
      expect(read && (await signerOf(read, keys))).toEqual(keys[0]);
    }
  });

  test("explains in both languages what it states and what not, as text that can be copied", async ({ portal }) => {
    await changeOperator(portal, { name: "Shapla Overseas", licence: "RL-77" });
    const images = { workPermit: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { name, images, lastDays: { visaPaper: "2027-03-31" } });
    const asked = { record: record.id, grant: await grantFor(portal, record), ...english };
    const said = await textOf((await makeSlip(portal, asked)).bytes);
    for (const words of [
      "Licence RL-77",
      "Published by Shapla Overseas on",
      name,
      "Work permit certificate",
      "Last day on the paper: 31 March 2027",
      "Shapla Overseas is not a government.",
      "Nobody may ask you for money because of this record.",
    ])
      expect(said).toContain(words);
    expect(said).toMatch(/proof(?: [a-z]+){6} Signed on/);
    const inBangla = await textOf((await makeSlip(portal, { ...asked, language: "bn" })).bytes);
    for (const words of [name, "ওয়ার্ক পারমিট সনদ", "এই রেকর্ডের জন্য কেউ আপনার কাছে টাকা চাইতে পারে না।"])
      expect(inBangla).toContain(words.normalize("NFC"));
  });

  test("is written in each language that the site offers, in its letters and direction, and else in English", async ({
    portal,
  }) => {
    await changeOperator(portal, { name: "Shapla Overseas Ltd.", licence: "RL-77" });
    const images = { workPermit: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { name, images, lastDays: { visaPaper: "2020-01-31" } });
    const asked = { record: record.id, grant: await grantFor(portal, record), number: "passport" } as const;
    const slipIn = async (language: Language) => (await makeSlip(portal, { ...asked, language })).bytes;
    expect(await textOf(await slipIn("ur"))).toContain("How to check this");
    const on = { isOn: true, confirmed: "" };
    await changeSettings(portal, admin, { change: { languages: { hi: on, ur: on, ne: on, ar: on } } });
    for (const language of languages) {
      const bytes = await slipIn(language);
      const said = await textOf(bytes);
      const locale = { locale: language };
      const letters = (text: string) => text.normalize("NFC").replaceAll(/[\u064b-\u0652]/gu, "");
      for (const sentence of [m.not_said_money({}, locale), m.slip_check({}, locale), m.slip_check_address({}, locale)])
        for (const word of letters(sentence).match(/\p{L}[\p{L}\p{M}\p{Join_Control}]+/gu) ?? [])
          expect(letters(said), language).toContain(word);
      for (const own of ["Shapla", name]) expect(said, language).toContain(own.normalize("NFC"));
      expect(said, language).not.toContain("□");
      expect(await scanned(bytes), language).toEqual([checkLinkInPdf(Buffer.from(bytes))]);
      expect(await isCodeOnTheLeft(bytes), language).toBe(textDirection(language) === "ltr");
    }
  });

  test("prints a name in its own script, as text that can be copied, and says so where a letter is a box", async ({
    portal,
  }) => {
    await changeOperator(portal, { name: "شركة الأفق", licence: "RL-77" });
    const slips = new Map<string, string>();
    for (const own of namesInScripts) {
      const record = await addTestRecord(portal, admin, { name: own });
      const { bytes } = await makeSlip(portal, {
        record: record.id,
        grant: await grantFor(portal, record),
        ...english,
      });
      expect(bytes.byteLength, own).toBeLessThan(60_000);
      const link = checkLinkInPdf(Buffer.from(bytes)) ?? "";
      expect(readCompactText(new URL(link).hash.slice(1))?.statement.name).toBe(own);
      slips.set(own, await textOf(bytes));
    }
    const printed = (own: string) => own.replaceAll(/[𓀀🙂৴]/gu, "□").normalize("NFC");
    expect([...slips].filter(([own, said]) => !said.includes(printed(own)))).toEqual([]);
    expect([...slips].filter(([, said]) => said.includes("A box")).map(([own]) => own)).toEqual(["Ab𓀀c ক৴ক 🙂"]);
    expect([...slips.values()].every((said) => said.includes("شركة الأفق"))).toBe(true);
  });

  test.for([
    ["Pacific/Kiritimati", "Pacific/Niue", 3],
    ["Pacific/Niue", "Pacific/Kiritimati", 1],
  ] as const)(
    "ends with its statement, in UTC, and prints the days that it signs, published in %s",
    async ([timeZone, later, published], { portal }) => {
      const then = { ...portal, now: () => Date.parse("2026-12-02T10:30Z") };
      await changeSettings(portal, admin, { change: { timeZone } });
      const record = await addTestRecord(then, admin);
      await changeSettings(portal, admin, { change: { timeZone: later } });
      const { bytes } = await makeSlip(then, { record: record.id, grant: await grantFor(then, record), ...english });
      expect(readCompactText(new URL(checkLinkInPdf(Buffer.from(bytes)) ?? "").hash.slice(1))?.statement).toMatchObject(
        {
          published: `2026-12-0${published}`,
          issued: "2026-12-02",
          ends: "2027-03-02",
        },
      );
      const said = await textOf(bytes);
      expect(said).toContain(`on ${published} December 2026.`);
      expect(said).toMatch(/Signed on 2 December 2026.* after 2 March 2027/);
    },
  );

  test("says what has ended before the name, by the office's day, and lists it first", async ({ portal }) => {
    await changeSettings(portal, admin, { change: { timeZone: "Asia/Dhaka" } });
    const images = { workPermit: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) };
    const lastDays = { visaPaper: "2026-12-02", workPermit: "2026-12-03" };
    const at = (time: string) => ({ ...portal, now: () => Date.parse(time) });
    const record = await addTestRecord(at("2026-12-02T10:00Z"), admin, { name, images, lastDays });
    const saidAt = async (time: string, language: SlipOptions["language"] = "en") => {
      const then = at(time);
      const asked = { record: record.id, grant: await grantFor(then, record), ...english, language };
      return textOf((await makeSlip(then, asked)).bytes);
    };
    expect(await saidAt("2026-12-02T17:59Z")).not.toContain("ended");
    const said = await saidAt("2026-12-02T18:00Z");
    const inOrder = [
      "The visa paper in this record ended on 2 December 2026",
      name,
      "Visa paper",
      "This paper ended on",
    ];
    const places = [...inOrder, "Work permit certificate"].map((words) => said.indexOf(words.normalize("NFC")));
    expect(
      places.every((place, n) => place > (places[n - 1] ?? -1)),
      said,
    ).toBe(true);
    expect(await saidAt("2026-12-03T18:00Z")).toMatch(
      /2 papers in this record have ended Work permit certificate · 3 December 2026 Visa paper · 2 December 2026/,
    );
    expect(await saidAt("2026-12-03T18:00Z", "bn")).toContain("এই রেকর্ডের ২টি কাগজের মেয়াদ শেষ হয়েছে".normalize("NFC"));
  });

  test("tells the last day of a paper without a scan, which its signed code does not name", async ({ portal }) => {
    const images = { workPermit: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images, lastDays: { visaPaper: "2020-12-02" } });
    const grant = await grantFor(portal, record);
    const { bytes } = await makeSlip(portal, { record: record.id, grant, ...english });
    expect(await textOf(bytes)).toMatch(
      /The visa paper in this record ended on 2 December 2020.*Visa paper.*no picture of this paper.*This paper ended on 2 December 2020.*Work permit/,
    );
    const code = readCompactText(new URL(checkLinkInPdf(Buffer.from(bytes)) ?? "").hash.slice(1));
    expect(code?.statement.kinds).toEqual(["workPermit"]);
  });

  test("names no document that its holder holds back", async ({ portal }) => {
    const images = { workPermit: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { name, images });
    await holdBack(portal, (await holderOf(portal, record)).opened, { kind: "visaPaper", isWithheld: true });
    const { bytes } = await makeSlip(portal, { record: record.id, grant: await grantFor(portal, record), ...english });
    const said = await textOf(bytes);
    expect(said).toContain("Work permit certificate");
    expect(said).not.toContain("Visa paper");
  });

  test("says that there are no papers, unless the site shows own ones", async ({ portal }) => {
    await declarePapers(portal, ownPaper("p1", "Wafid medical", { audience: "visitors" }));
    const bare = await addTestRecord(portal, admin);
    const record = await addTestRecord(portal, admin, { images: { p1: await uploaded(portal, admin) } });
    const saysNone = async (one: typeof record) => {
      const { bytes } = await makeSlip(portal, { record: one.id, grant: await grantFor(portal, one), ...english });
      return (await textOf(bytes)).includes("no papers to show here");
    };
    expect([await saysNone(bare), await saysNone(record)]).toEqual([true, false]);
  });
});

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

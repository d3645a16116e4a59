import { expect, test } from "vitest";
import { recordDraftName } from "#core/page-draft.ts";
import { savePageDraft } from "#operations/drafts/page-drafts.ts";
import { takeRecord } from "#operations/exports/take-record.ts";
import { queueMail } from "#operations/mails/mail-queue.ts";
import { readHistory } from "#operations/records/read-record.ts";
import { addComment } from "#operations/records/record-comments.ts";
import { laterDay } from "#core/office-clock.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { markFalseNumber } from "#operations/reports/false-numbers.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { blobName } from "#storage/blobs/blob-store.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { changeRows } from "../support/change-rows.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
const person = await signedIn(portal, url, "admin");
const admin = actorOf(person.id, "admin");

/** The files of an uncompressed ZIP by name, read from the directory at its end. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, start] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [name, more, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [number, number, number];
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    files.set(zip.toString("utf8", at + 46, at + 46 + name), zip.subarray(from, from + size));
    at += 46 + name + more + comment;
  }
  return files;
}

async function taken(id: string, what: string) {
  const answer = await fetch(`${url}/dashboard/records/${id}/files`, {
    method: "POST",
    body: new URLSearchParams({ what }),
    headers: { Cookie: person.cookie, Origin: url },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const name = what === "everything" ? /"\w+ everything\.zip"$/ : /"\w+\.zip"$/;
  expect(answer.headers.get("content-disposition")).toMatch(name);
  return unzip(Buffer.from(await answer.arrayBuffer()));
}

test("an admin downloads a record with its documents as uploaded, or with everything about the person", async () => {
  const [photo, first, second] = [
    await drawnDocument(300, 400),
    await drawnDocument(200, 300),
    await drawnDocument(210, 300),
  ];
  const images = {
    photo: await uploaded(portal, admin, photo),
    visaPaper: [await uploaded(portal, admin, first), await uploaded(portal, admin, second)],
  };
  const record = await addTestRecord(portal, admin, { images, name: "Zara <Alam>" });
  const { passportNumber: number } = record;
  await addComment(portal, admin, { id: record.id, text: "She calls on Monday." });
  const about = `${number.slice(0, 3)} ${number.slice(3).toLowerCase()}`;
  const report = { kind: "mistake", about, message: "The year is wrong.", contact: "" };
  await receiveReport(portal, report, { clientAddress: "203.0.113.7", isJunk: false });
  await receiveReport(
    portal,
    { ...report, about: "B7654321", message: "Of others." },
    { clientAddress: "203.0.113.8", isJunk: false },
  );
  await savePageDraft(portal, admin, { name: recordDraftName(record.id), fields: [["address", "Half typ"]] });
  const unread = [`card:${record.id}`, "text:terms:en", "menus:all"];
  for (const name of unread) await savePageDraft(portal, admin, { name, fields: [["text", "damaged"]] });
  for (const form of unread) await changeRows(portal, "form_draft", { sealed: Buffer.alloc(90, 1) }, { form });

  const until = laterDay(officeToday(portal), 30);
  await markFalseNumber(portal, admin, { number, reason: "On three false visas.", until });
  await markFalseNumber(portal, admin, { number: "B7654321", reason: "Of others.", until });

  const files = await taken(record.id, "record");
  expect([...files.keys()]).toEqual([
    "record.json",
    `${number} photo.jpg`,
    `${number} visa.jpg`,
    `${number} visa 2.jpg`,
  ]);
  expect(files.get(`${number} visa 2.jpg`)?.equals(second)).toBe(true);
  expect(JSON.parse(String(files.get("record.json")))).toMatchObject({ passportNumber: number, name: "Zara <Alam>" });

  // The mails wait only until a job sends them.
  const mail = { to: "desk@agency.example", senderName: "Shapla" };
  const link = "https://site.example/reset?token=planted";
  await queueMail(portal, { ...mail, subject: "Ask", text: `Zara <Alam> wrote.\n${link}` });
  await queueMail(portal, { ...mail, subject: "Of others", text: link });
  const everything = await taken(record.id, "everything");
  expect([...everything.keys()].slice(0, 3)).toEqual(["index.html", "everything.json", "record.json"]);
  const page = String(everything.get("index.html"));
  for (const words of [
    "Zara &lt;Alam&gt;",
    "She calls on Monday.",
    "The year is wrong.",
    "On three false visas.",
    "Half typ",
    "Cannot be read",
    "2 more unfinished forms cannot be read.",
    "downloaded everything",
    "https://site.example/reset?token=…",
  ])
    expect(page).toContain(words);
  for (const words of ["Of others", "planted", "null"]) expect(page).not.toContain(words);

  const { events } = await readHistory(portal, admin, record.id);
  expect(events.map(({ action }) => action).slice(0, 2)).toEqual(["person-exported", "record-exported"]);
  expect(events[1]?.details).toEqual({ files: { from: null, to: 2 } });
  const again = takeRecord(portal, { ...admin, mustProveAgain: true }, record.id);
  await expect(again).rejects.toMatchObject({ id: "prove-again" });
});

test("a document whose file is missing is named in the download, which contains the rest", async () => {
  const images = {
    lmia: await uploaded(portal, admin),
    photo: await uploaded(portal, admin, await drawnDocument(90, 90)),
  };
  const { id, passportNumber: number, documents } = await addTestRecord(portal, admin, { images });
  const [lmia = ""] = documents.lmia?.[0]?.image.split("-") ?? [];
  await portal.blobs.remove(blobName(`${lmia}.original`));
  const files = await taken(id, "record");
  expect([...files.keys()]).toEqual(["record.json", `${number} photo.jpg`, `${number} LMIA.jpg.txt`]);
});

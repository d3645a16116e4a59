import { switchEverythingOn } from "#test/support/features.ts";
import { Readable } from "node:stream";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Settings } from "#core/settings/settings.ts";
import { type Actor, system } from "#core/accounts/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { ImageChanges } from "#operations/images/attach-images.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { drawnDocument } from "#test/support/documents.ts";

const admin: Actor = { kind: "account", id: "admin-1", role: "admin" };
export const moderator: Actor = { kind: "account", id: "moderator-1", role: "moderator" };

/** The records that journeys use. */
export const shown = { passport: "A12345678", ircc: "W1234567", name: "Rahima Khatun" };
export const hidden = { passport: "B23456789", ircc: "W2345678" };
export const waiting = { passport: "C34567890", ircc: "W3456789" };
/** A record without documents. */
export const bare = { passport: "D45678901", ircc: "W4567890", name: "Jamal" };
export const missing = { passport: "Z99999999", ircc: "W9999999" };

const operator: Settings["operator"] = {
  name: "Shapla Overseas",
  licence: "RL-0001",
  licenceBangla: "",
  about: "Recruitment agency in Dhaka",
  aboutBangla: "ঢাকার রিক্রুটিং এজেন্সি",
  licenceRegister: "https://register.example",
  address: "1 Example Road\nDhaka",
  phone: "+880 2 0000 0000",
  email: "office@shapla.example",
  page: "",
};

/** 3 March 2026 in Dhaka, still 2 March in Greenwich. */
const publishedAt = Date.parse("2026-03-02T20:30:00Z");

const atPublishing = (portal: Portal): Portal => ({ ...portal, now: () => publishedAt });

export async function changeSettingsTo(portal: Portal, settings: Partial<Settings>): Promise<void> {
  const { ownPapers: before } = await currentSettings(portal);
  const { ownPapers = before } = settings;
  // A paper that another journey added can only be removed.
  const others = before.filter(({ id }) => !ownPapers.some((paper) => paper.id === id));
  const change = { ...settings, ownPapers: [...ownPapers, ...others.map((one) => ({ ...one, isRemoved: true }))] };
  // What an admin changes of four eyes would wait for another admin.
  await changeSettings(atPublishing(portal), system("journeys"), { change });
}

export async function fillPortal(portal: Portal): Promise<void> {
  await switchEverythingOn(portal);
  const then = atPublishing(portal);
  await changeSettings(then, admin, { change: { operator, dateValue: "2026-03-01" } });
  await addRecord(then, admin, { particulars: particularsOf(shown), images: await uploadDocuments(then) });
  await addRecord(then, moderator, { particulars: particularsOf({ name: "Nobody Yet", ...waiting }), images: {} });
  await addRecord(then, admin, { particulars: particularsOf(bare), images: {} });
  const { id } = await addRecord(then, admin, {
    particulars: particularsOf({ name: "Nobody Now", ...hidden }),
    images: {},
  });
  await hideRecord(then, admin, { id });
}

export const particularsOf = ({ passport, ircc, name }: { passport: string; ircc: string; name: string }) => ({
  passportNumber: passport,
  irccNumber: ircc,
  name,
  fatherName: "Abdul Karim",
  motherName: "Salma Begum",
  address: "House 12, Road 4, Mirpur, Dhaka 1216",
});

const documents = [
  { kind: "photo", use: "portrait", pages: 1 },
  { kind: "workPermit", use: "paper", pages: 2 },
  { kind: "jobOffer", use: "paper", pages: 1 },
  { kind: "application", use: "paper", pages: 1 },
  { kind: "lmia", use: "paper", pages: 1 },
  { kind: "visaApproval", use: "paper", pages: 1 },
] as const;

/** A photo and five documents. The work permit has two pages. */
export async function uploadDocuments(portal: Portal, actor = admin): Promise<ImageChanges> {
  const uploads = documents.map(async ({ kind, use, pages }): Promise<ImageChanges> => {
    const bytes = Readable.from([pages === 1 ? await drawnDocument(298, 421) : await drawPdf(pages)]);
    return { [kind]: (await receiveImage(portal, actor, { bytes, use })).id };
  });
  return Object.assign({}, ...(await Promise.all(uploads)));
}

async function drawPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) pdf.addPage([298, 421]).drawText(`Page ${page}`);
  return pdf.save();
}

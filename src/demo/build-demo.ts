import { Readable } from "node:stream";
import { dayMs } from "#core/durations.ts";
import { laterDay } from "#core/office-clock.ts";
import { type AccountActor, type Actor, system } from "#core/accounts/actor.ts";
import { checkList } from "#operations/desk/check-list.ts";
import { addOrganisation } from "#operations/desk/organisations.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { rowsWithNumber } from "#operations/records/duplicate-numbers.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { ImageChanges } from "#operations/images/attach-images.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord, decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { chooseSet } from "#operations/settings/choose-set.ts";
import { lookAtOffice, readProposedOffices } from "#operations/settings/proposed-offices.ts";
import type { Agency } from "./agency.ts";
import { demoAccount, demoPassword, factsOfOrganisation, makeDemoStaff } from "./demo-staff.ts";
import { addClasses } from "./add-classes.ts";
import { addNews } from "./add-news.ts";
import { drawDocument } from "./draw-document.ts";
import { inventedCount, type InventedRecord, inventRecords, type InventedDocument } from "./invent-candidates.ts";
import { between, seededRandom } from "./random.ts";
import { bindPages } from "./documents/bind-pages.ts";
import { officeToday } from "#operations/portal/office-time.ts";

const seed = 2337;

/** So many candidates are there before a demo is served: the printed numbers, a complete record, and one that waits. */
export const servedWith = 20;

/**
 * Fills an empty portal with the first of the invented people, through the operations that staff use, at the times when
 * staff would have worked.
 */
export async function beginDemo(portal: Portal, agency: Agency, onProgress: (done: number) => void): Promise<void> {
  const lastDay = laterDay(officeToday(portal), 365);
  const { id } = await addOrganisation(portal, system("demo"), factsOfOrganisation(agency, lastDay));
  const staff = await makeDemoStaff(portal, agency, () => demoPassword, id);
  await chooseSet(portal, staff.admin, { set: agency.set });
  await changeSettings(portal, staff.admin, { change: { ...agency.settings, dateValue: officeToday(portal) } });
  const { offices } = await readProposedOffices(portal, staff.admin);
  for (const { to } of offices) await lookAtOffice(portal, staff.admin, { id: to });
  await addClasses(portal, staff, agency.classroom);
  await addNews(portal, staff.admin);
  addLookups(portal);
  const invented = inventedAt(agency, portal.now()).slice(0, servedWith);
  let done = 0;
  await addAll(portal, staff, invented, () => onProgress((done += 1)));
  await checkDemoList(portal, staff.organisation, invented);
}

type Begun = { begunAt: number; isStopped: () => boolean };

/** Adds those whom a demo lacks that was begun at this time. Ends after the next of them once it is stopped. */
export async function completeDemo(portal: Portal, agency: Agency, { begunAt, isStopped }: Begun): Promise<void> {
  const staff = { admin: await demoAccount(portal, "admin"), moderator: await demoAccount(portal, "moderator") };
  const invented = inventedAt(agency, begunAt);
  await addAll(portal, staff, invented, () => undefined, isStopped);
  // The first key is as old as the first record.
  if (!isStopped()) await rotateSigningKey(portal, system("demo"));
}

const inventedAt = (agency: Agency, now: number) => inventRecords({ agency, seed, count: inventedCount, now });

type Adders = Record<"admin" | "moderator", AccountActor>;

async function addAll(
  portal: Portal,
  { admin, moderator }: Adders,
  invented: readonly InventedRecord[],
  onAdded: () => void,
  isStopped = () => false,
): Promise<void> {
  const waiting = invented.entries();
  // A few candidates at a time keep both drawing and publishing busy.
  const worker = async () => {
    for (const [at, record] of waiting) {
      if (isStopped()) return;
      // An admin's record is published at once.
      const isAdmins = at % 2 === 0 && record.approval === "approved";
      await addInvented(portal, admin, isAdmins ? admin : moderator, record);
      onAdded();
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}

/** Two people who are found, and one who is not. */
async function checkDemoList(portal: Portal, person: Actor, invented: readonly InventedRecord[]): Promise<void> {
  const asked = [...invented.slice(0, 2).map((one) => [one.passportNumber, one.name]), ["Z99999999", "Nobody Known"]];
  const rows = asked.map(([number = "", name = ""]) => ({ cells: [number, name], number, name, code: "" }));
  const list = { heads: ["Passport number", "Name"], rows };
  await checkList(portal, person, { list, purpose: "Before the first day of work" });
}

/** The lookups of the days before, for the charts. They are written when the portal closes. */
function addLookups({ lookups, now }: Portal): void {
  const random = seededRandom(seed + 2);
  for (let daysAgo = 60; daysAgo > 0; daysAgo -= 1) {
    for (let left = between(60, 150, random) - daysAgo; left > 0; left -= 1)
      lookups.tally.add(now() - daysAgo * dayMs, random() < 0.8 ? "web" : "api", random() < 0.7);
  }
}

/** Does nothing if the record is there. */
async function addInvented(portal: Portal, admin: Actor, adder: Actor, invented: InventedRecord): Promise<void> {
  const registry = invented.ofOtherRegistry ? "Another_Registry" : portal.registry;
  const at = (time: number): Portal => ({ ...portal, registry, now: () => time });
  if ((await rowsWithNumber(at(invented.addedAt), invented.passportNumber)).length > 0) return;
  const images = await uploadDocuments(at(invented.addedAt), adder, invented);
  const { id, approval } = await addRecord(at(invented.addedAt), adder, {
    particulars: invented,
    images,
    lastDays: invented.lastDays,
    own: invented.agency.ownOf(invented),
  });
  const decidedAt = invented.approvedAt ?? invented.addedAt + dayMs;
  if (invented.approval === "approved" && approval === "waiting")
    await decideOnRecord(at(decidedAt), admin, { id }, "approve");
  if (invented.approval === "returned") await sendBackRecord(at(decidedAt), admin, { id }, invented.returnReason);
  if (invented.hidden) await hideRecord(at(decidedAt + dayMs), admin, { id });
}

async function uploadDocuments(portal: Portal, adder: Actor, invented: InventedRecord): Promise<ImageChanges> {
  const images: ImageChanges = {};
  for (const document of invented.documents) {
    const use = document.kind === "photo" ? "portrait" : "paper";
    const bytes = Readable.from([await documentOf(document, invented)]);
    images[document.kind] = (await receiveImage(portal, adder, { bytes, use })).id;
  }
  return images;
}

async function documentOf({ kind, pages }: InventedDocument, invented: InventedRecord): Promise<Uint8Array> {
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  const drawn = await Promise.all(numbers.map((page) => drawDocument(kind, invented, page)));
  const [only] = drawn;
  return only && drawn.length === 1 ? only : bindPages(drawn);
}

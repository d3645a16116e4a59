import { readdir } from "node:fs/promises";
import { z } from "zod";
import { readConfig } from "#config";
import { sweepTempFiles } from "#operations/images/remove-images.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { verifyAudit, verifyImages, verifyRecords, verifyStates } from "#operations/upkeep/verify.ts";
import { openPortal } from "#server/open-portal.ts";
import type { Entry, Ledger, State } from "./ledger.ts";
import { ask, type Member } from "./member.ts";

const recordSchema = z.object({ _id: z.string(), Status: z.string(), User_Hide: z.string() }).loose();
type Found = z.output<typeof recordSchema>;

/** Describes everything that the served site does not show as it was acknowledged. */
export async function findLostWrites(member: Member, { entries, uploads }: Ledger) {
  const lost: string[] = [];
  for (const entry of entries) lost.push(...(await lostOf(member, entry)));
  const gone = goneWithRecord(entries);
  for (const url of uploads) {
    if (gone.has(url)) continue;
    const status = (await ask(member, { path: new URL(url).pathname }))?.status;
    if (status !== 200) lost.push(`the image of an acknowledged upload answers ${status}`);
  }
  return lost;
}

/** The uploads of records that somebody has deleted, or may have. */
export const goneWithRecord = (entries: Ledger["entries"]) =>
  new Set(entries.flatMap(({ sent, states }) => (states.includes("deleted") ? sent["Doc_1_PC"] : [])));

async function lostOf(member: Member, { sent, id, states, acknowledged }: Entry): Promise<string[]> {
  const found = await recordsFor(member, { sent, ...(id !== undefined && { id }) });
  if (typeof found === "string") return [`${sent.id}: ${found}`];
  if (found.length > 1) return [`${sent.id}: ${found.length} records`];
  const [record] = found;
  const state = record ? stateOf(record) : "deleted";
  const allowed: State[] = acknowledged < 0 ? [...states, "deleted"] : states.slice(acknowledged);
  if (!allowed.includes(state)) return [`${sent.id}: ${state}, acknowledged was ${states[acknowledged] ?? "nothing"}`];
  const half = record ? Object.entries(sent).filter(([name, value]) => !isAsSent(name, value, record)) : [];
  return half.map(([name]) => `${sent.id}: half a record, ${name} differs`);
}

const stateOf = ({ Status, User_Hide }: Found): State => {
  if (Status === "Denied") return "denied";
  return User_Hide === "yes" ? "hidden" : "shown";
};

/** The nationality is not compared, because the portal itself chooses it for records of an admin. */
const isAsSent = (name: string, value: string, record: Found) => name === "nationality" || record[name] === value;

/** Returns the records with the acknowledged id, else with the number; or a description of why the site cannot say. */
async function recordsFor(member: Member, { sent, id }: Pick<Entry, "sent" | "id">): Promise<Found[] | string> {
  const path = id === undefined ? `/User_Data?search=${sent.id}` : `/User_Data/${id}`;
  const answer = await ask(member, { path });
  if (answer?.status === 404 && id !== undefined) return [];
  if (answer?.status !== 200) return `asked for it, the site answers ${answer?.status}`;
  const body: unknown = JSON.parse(answer.text);
  return z.array(recordSchema).parse(Array.isArray(body) ? body : [body]);
}

const days = 24 * 3_600_000;

/** Describes what is broken; after a fault, nothing may be. Opens the data directly: the server must have stopped. */
export async function findDamage(environment: Record<string, string>): Promise<string[]> {
  await using portal = await openPortal(readConfig(environment), { isThere: true });
  const { problems } = await portal.database.checkIntegrity();
  const { brokenAt } = await verifyAudit(portal);
  const records = await verifyRecords(portal);
  const states = await verifyStates(portal);
  const later = { ...portal, now: () => Date.now() + 2 * days };
  await sweepAllImages(later);
  await sweepTempFiles(later);
  const images = await verifyImages(portal);
  const leftovers = await readdir(portal.tempFolder);
  return [
    ...problems.map((problem) => `the database: ${problem}`),
    ...(brokenAt === null ? [] : [`the audit chain is broken at ${brokenAt}`]),
    ...records.broken.map((id) => `record ${id} does not open`),
    ...states.map((id) => `record ${id} is not as the audit says`),
    ...images.broken.map((id) => `image ${id} is not whole`),
    ...images.orphans.map((name) => `blob ${name} is of no image after the sweep`),
    ...leftovers.map((name) => `file ${name} is left after the sweep`),
  ];
}

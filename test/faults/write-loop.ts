import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { sentRecord } from "../support/api.ts";
import { drawnDocument } from "../support/documents.ts";
import type { Entry, Ledger, State } from "./ledger.ts";
import { type Answer, ask, type SentRequest, type Member } from "./member.ts";

const insertedSchema = z.object({ insertedId: z.string() });
const uploadedSchema = z.object({ data: z.object({ url: z.url() }) });

/** Adds, hides, denies and deletes records without a break, until a connection breaks or `stopped` is aborted. */
export async function writeUntil(
  stopped: AbortSignal,
  member: Member,
  ledger: Ledger,
  { withDocuments = true, pauseMs = 0 } = {},
): Promise<void> {
  const writers = [0, 1, 2].map(async (writer) => {
    for (let count = 0; !stopped.aborted; count += 1) {
      // Only one writer adds documents, because they take much longer.
      const withDocument = withDocuments && writer === 0;
      const isAlive = await writeRecord(member, ledger, { withDocument, next: nexts[count % 4] });
      if (!isAlive) return;
      if (pauseMs > 0) await delay(pauseMs);
    }
  });
  await Promise.all(writers);
}

const nexts = [undefined, "hidden", "denied", "deleted"] as const satisfies (State | undefined)[];

const requests: Record<Exclude<State, "shown">, (id: string) => SentRequest> = {
  hidden: (id) => ({ method: "PATCH", path: `/user_data/User_Hide/${id}` }),
  denied: (id) => ({ method: "PATCH", path: `/user_data/Approved_or_Deny/${id}` }),
  deleted: (id) => ({ method: "DELETE", path: `/delete_User/${id}` }),
};

type Course = { withDocument: boolean; next: Exclude<State, "shown"> | undefined };

/** Adds a record and changes its state, or stops at the first refusal. Returns false if the connection broke. */
export async function writeRecord(member: Member, ledger: Ledger, { withDocument, next }: Course): Promise<boolean> {
  const image = withDocument ? await upload(member, ledger) : "";
  if (typeof image !== "string") return image;
  const sent = { ...(sentRecord() as Entry["sent"]), ...(image !== "" && { Doc_1_PC: image }) };
  const entry: Entry = { sent, key: `key-of-${sent.id}`, states: ["shown"], acknowledged: -1 };
  ledger.entries.push(entry);
  const added = await postRecord(member, entry, ledger);
  if (added?.status !== 201) return added !== null;
  entry.id = insertedSchema.parse(JSON.parse(added.text)).insertedId;
  entry.acknowledged = 0;
  if (next === undefined) return true;
  entry.states.push(next);
  const done = await send(member, requests[next](entry.id), ledger);
  if (done?.status === 200) entry.acknowledged = 1;
  return done !== null;
}

/** Sends the request that adds a record: the same request at each call. */
export const postRecord = (member: Member, { sent, key }: Entry, ledger: Ledger): Promise<Answer | null> =>
  send(member, { method: "POST", path: "/cofees", body: sent, headers: { "idempotency-key": key } }, ledger);

/** Returns the address of the image. If the upload fails: true if a response arrived, false if the connection broke. */
async function upload(member: Member, ledger: Ledger): Promise<string | boolean> {
  const body = new FormData();
  body.append("image", new Blob([new Uint8Array(await drawnDocument())]), "permit.jpg");
  const answer = await send(member, { method: "POST", path: "/images", body }, ledger);
  if (answer?.status !== 201) return answer !== null;
  const { url } = uploadedSchema.parse(JSON.parse(answer.text)).data;
  ledger.uploads.push(url);
  return url;
}

async function send(member: Member, request: SentRequest, ledger: Ledger): Promise<Answer | null> {
  const answer = await ask(member, request, ledger);
  if (!answer) return null;
  if (answer.status < 300) ledger.acknowledged += 1;
  else ledger.refused[answer.status] = (ledger.refused[answer.status] ?? 0) + 1;
  ledger.heard();
  return answer;
}

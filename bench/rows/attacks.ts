import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Challenge } from "altcha-lib/types";
import sharp from "sharp";
import { z } from "zod";
import { readConfig } from "#config";
import { system } from "#core/accounts/actor.ts";
import { isPortalError } from "#core/errors.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { createAccount, freshEmail, goodPassword, otherPassword } from "#test/support/accounts/fresh-accounts.ts";
import { admin } from "#test/support/accounts/people.ts";
import { endlessPdf } from "#test/support/files/handmade-files.ts";
import { solved } from "#test/support/proofs.ts";
import { addTestRecord } from "#test/support/records.ts";
import { drawDocument } from "../support/documents.ts";
import { interleavedMedians, median, timeOf } from "../support/measure.ts";
import { atMostTimes, type Row } from "../support/row.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A stranger's upload, sign-in and lookup, each beside strangers who want to hold it up, take at most twice their time. */
export async function attacks(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  await using portal = await openPortal(readConfig({ DATA_DIR: join(folder.path, "portal") }));
  return [
    await uploadBesideEndless(portal),
    await signInBesideGuesses(portal),
    await lookupBesideSweep(join(folder.path, "calm"), join(folder.path, "swept")),
  ];
}

/** People come at any moment. Without the pauses, each would come just when somebody else's turn began. */
const medianOf = async (work: () => Promise<unknown>) => {
  const once = async () => {
    await delay(Math.random() * 1000);
    return timeOf(work);
  };
  return median(await Array.fromAsync({ length: 15 }, once));
};

/** How long a small photo waits while two files, which no decoder can finish, run to their limit of a minute. */
async function uploadBesideEndless(portal: OpenPortal): Promise<Row> {
  const photo = await sharp(await drawDocument(1))
    .resize(600)
    .jpeg()
    .toBuffer();
  const receive = (document: Buffer, signal?: AbortSignal) =>
    receiveImage(portal, system("bench"), { bytes: Readable.from([document]), use: "paper", signal });
  const small = () => receive(photo);
  await small();
  const alone = await medianOf(small);
  const gone = new AbortController();
  const settled = Promise.allSettled([1, 2].map(() => receive(endlessPdf(), gone.signal)));
  await delay(5000);
  const beside = await medianOf(small);
  gone.abort();
  await settled;
  const kilobytes = Math.round(photo.byteLength / 1000);
  const name = `a photo of ${kilobytes} kB beside two files that never end, after their first seconds`;
  return atMostTimes(name, "ms", beside, alone, 2);
}

/** How long a sign-in on a new device waits while 45 strangers in as many networks try passwords. */
async function signInBesideGuesses(portal: OpenPortal): Promise<Row> {
  const email = freshEmail();
  await createAccount(portal, "student", email, "Rahim Uddin");
  const signIn = (clientAddress: string, form: object) =>
    portal.accounts.signIn({ headers: new Headers(), clientAddress }, form);
  let devices = 0;
  const onNewDevice = () => signIn(`192.0.${(devices += 1)}.1`, { email, password: goodPassword });
  await onNewDevice();
  const alone = await medianOf(onNewDevice);
  const attackers = Array.from({ length: 45 }, (_, at) => `203.${at}.113.1`);
  const guess = async (from: string) => {
    while ((await problemOf(signIn(from, { email: freshEmail(), password: otherPassword }))) === "busy")
      await delay(500);
  };
  await Promise.all(attackers.map(guess));
  const stop = new AbortController();
  const guessOn = async (from: string) => {
    while (!stop.signal.aborted) await guess(from);
  };
  const attack = Promise.all(attackers.map(guessOn));
  const beside = await medianOf(onNewDevice);
  stop.abort();
  await attack;
  return atMostTimes("a sign-in on a new device beside 45 strangers who had a turn", "ms", beside, alone, 2);
}

const problemOf = (step: Promise<unknown>) =>
  step.then(
    () => null,
    (error: unknown) => {
      if (isPortalError(error)) return error.id;
      throw error;
    },
  );

const shownNumber = "A12345678";

/** How long a lookup takes after 1,044 misses from 36 addresses, which ask on. A visitor who is asked for a proof makes it. */
async function lookupBesideSweep(...folders: [calm: string, swept: string]): Promise<Row> {
  for (const DATA_DIR of folders) {
    await using portal = await openPortal(readConfig({ DATA_DIR }));
    await addTestRecord(portal, admin, { passportNumber: shownNumber });
  }
  const [calmFolder, sweptFolder] = folders;
  await using calm = await startServer({ DATA_DIR: calmFolder, TRUSTED_PROXIES: "127.0.0.1" });
  await using swept = await startServer({ DATA_DIR: sweptFolder, TRUSTED_PROXIES: "127.0.0.1" });
  const sweepers = Array.from({ length: 36 }, (_, at) => `203.0.${at}.7`);
  const miss = async (from: string, at: number) => (await ask(swept.url, from, `B1${1000 + at}`)).arrayBuffer();
  for (let at = 0; at < 29; at += 1) await Promise.all(sweepers.map((from) => miss(from, at)));
  const stop = new AbortController();
  const sweepOn = async (from: string) => {
    for (let at = 29; !stop.signal.aborted; at += 1) {
      await miss(from, at);
      await delay(500);
    }
  };
  const sweep = Promise.all(sweepers.map(sweepOn));
  let strangers = 0;
  const stranger = () => `198.51.${(strangers += 1)}.2`;
  const measurements = {
    alone: () => timeOf(() => find(calm.url, stranger())),
    beside: () => timeOf(() => find(swept.url, stranger())),
  };
  const { alone, beside } = await interleavedMedians(measurements, 50);
  stop.abort();
  await sweep;
  return atMostTimes("a stranger's lookup after 1,044 misses from 36 addresses", "ms", beside, alone, 2);
}

const ask = (url: string, from: string, number: string, proof = "") =>
  fetch(`${url}/result/${number}`, { headers: { "X-Forwarded-For": from, ...(proof && { "Proof-Of-Work": proof }) } });

const challenged = z.object({ challenge: z.custom<Challenge>() });

async function find(url: string, from: string): Promise<void> {
  const first = await ask(url, from, shownNumber);
  const body: unknown = await first.json();
  if (first.status === 200) return;
  const { challenge } = challenged.parse(body);
  const second = await ask(url, from, shownNumber, await solved(challenge));
  if (second.status !== 200) throw new Error(`a lookup was answered with ${second.status}`);
}

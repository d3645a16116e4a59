import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { blobUrlOf } from "#server/backup-place.ts";
import { refuseUnusableDataFolder } from "#server/data-folder.ts";
import { refuseUnreachable } from "#server/database-refusal.ts";
import { doctorHeader, doctorQuestion, readDoctorAnswer } from "#server/checks/doctor-question.ts";
import { existingSecrets } from "#server/secret-file.ts";
import { refuseMoved } from "#storage/blobs/move-mark.ts";
import { openBlobs } from "#storage/blobs/open-blobs.ts";
import { openDatabase } from "#storage/database/open-database.ts";
import { requireSite } from "#server/require-site.ts";
import type { SiteReply, SiteParts } from "./finding.ts";

/** An address that belongs to nobody (RFC 5737). A server that counts a request for it believed what the client wrote. */
export const inventedAddress = "192.0.2.123";

/** Null if documents are in a bucket. */
export function blobFolder(config: Config): string | null {
  const url = blobUrlOf(config);
  return url.startsWith("file:") ? fileURLToPath(url) : null;
}

/** Opens nothing yet. Disposing closes the parts that were opened. */
export function openParts(config: Config): SiteParts & AsyncDisposable {
  const opened = new AsyncDisposableStack();
  const keyring = once(() => keyringOf(config));
  return {
    config,
    keyring,
    database: once(async () => {
      requireSite(config);
      const opening = openDatabase(config.DATABASE_URL, config.DATA_DIR, "refused");
      return opened.use(await opening.catch(refuseUnreachable(config)));
    }),
    blobs: once(async () => {
      const folder = blobFolder(config);
      if (config.BLOB_URL === "") refuseUnusableDataFolder(config);
      // Opening the store would create the folder.
      if (folder !== null && !existsSync(folder)) throw new StartRefused(`There is no folder ${folder}.`);
      const blobs = opened.use(await openBlobs(blobUrlOf(config)));
      await refuseMoved(blobs);
      return blobs;
    }),
    answer: once(async () => askThrough(config.PUBLIC_URL, await keyring().catch(() => null))),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function once<Part>(open: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => (part ??= open());
}

const keyringOf = async ({ SECRET, DATA_DIR }: Config) => openKeyring(await existingSecrets(SECRET, DATA_DIR));

/** Sends an invented address in X-Forwarded-For, as anybody can. A server that believes it is misconfigured. */
async function askThrough(
  origin: string,
  keyring: Awaited<ReturnType<SiteParts["keyring"]>> | null,
): Promise<SiteReply> {
  const question = keyring && doctorQuestion(keyring, Date.now());
  const headers = { "X-Forwarded-For": inventedAddress, ...(question !== null && { [doctorHeader]: question }) };
  const { headers: answered, body } = await fetch(`${origin}/healthz`, {
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(8000),
  });
  await body?.cancel();
  const date = Date.parse(answered.get("Date") ?? "");
  const sealed = answered.get(doctorHeader);
  return {
    date: Number.isNaN(date) ? null : date,
    seen: keyring && sealed !== null ? readDoctorAnswer(keyring, sealed) : null,
  };
}

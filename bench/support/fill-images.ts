import { randomBytes } from "node:crypto";
import { everyBlob } from "#operations/images/stored-image.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { newDataKey } from "#sealing/data-keys.ts";

const imagesAtOnce = 50;
const [originalBytes, pageBytes] = [400_000, 50_000];

/**
 * Inserts uploads of one page straight into the table and the store. Their files have the usual size and contain noise.
 */
export async function fillImages(portal: Portal, count: number): Promise<void> {
  for (let from = 0; from < count; from += imagesAtOnce) {
    const ids = Array.from({ length: Math.min(imagesAtOnce, count - from) }, () => randomBytes(16).toString("hex"));
    await portal.database.write(async (writer) => {
      await writer
        .insertInto("image")
        .values(ids.map((id) => rowOf(portal, id)))
        .execute();
    });
    await Promise.all(ids.map((id) => writeFiles(portal, id)));
  }
}

function rowOf({ keyring, now }: Portal, id: string) {
  const { wrapped } = newDataKey(keyring, id);
  return {
    id,
    state: "waiting",
    candidate_id: null,
    uploaded_by: "bench",
    uploaded_at: now(),
    published_for: "paper",
    page_count: 1,
    key_set: keyring.current.id,
    wrapped_key: wrapped,
    sealed: randomBytes(600),
  } as const;
}

async function writeFiles({ blobs }: Portal, id: string): Promise<void> {
  for (const { name } of everyBlob(id, 1)) {
    await blobs.write(name, randomBytes(name.endsWith("original") ? originalBytes : pageBytes));
  }
}

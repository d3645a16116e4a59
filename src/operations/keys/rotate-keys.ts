import type { Actor } from "#core/staff/actor.ts";
import { mayChangeSettings, require } from "#core/staff/permissions.ts";
import { unwrapKey, wrapKey } from "#sealing/data-keys.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { candidatesNotUnder, type CandidateRow, updateCandidate } from "#storage/database/candidates.ts";
import { classesNotUnder, updateClass } from "#storage/database/classes.ts";
import type { Writer } from "#storage/database/database.ts";
import { draftsNotUnder, updateDraft } from "#storage/database/drafts.ts";
import { updateImages, waitingImagesNotUnder } from "#storage/database/images.ts";
import { lettersNotUnder, updateLetter } from "#storage/database/letters.ts";
import { postsNotUnder, updatePost } from "#storage/database/posts.ts";
import { reportsNotUnder, updateReport } from "#storage/database/reports.ts";
import { settingsForChange, updateSettings } from "#storage/database/settings.ts";
import { recordEvent } from "../audit/record-event.ts";
import { openCandidate } from "../candidates/sealed-candidate.ts";
import { rewrapLetter } from "../letters/sealed-letter.ts";
import type { Portal } from "../portal.ts";

const batch = 200;

/**
 * Wraps every record's key, and that of every waiting mail, under the newest SECRET and indexes numbers anew. Content is
 * not sealed again, save second factors. It may be stopped and run again at any time; until it ends, older secrets have
 * to stay in SECRET.
 */
export async function rotateKeys(portal: Portal, actor: Actor, onProgress?: (done: number) => void): Promise<number> {
  require(mayChangeSettings(actor), actor);
  let rotated = 0;
  for (;;) {
    const done = await portal.database.write((writer) => rotateSome(portal, writer));
    rotated += done;
    onProgress?.(rotated);
    if (done < batch) break;
  }
  while ((await portal.database.write((writer) => rotateSomeImages(portal, writer))) === batch);
  while ((await portal.database.write((writer) => rotateSomeReports(portal, writer))) === batch);
  while ((await portal.database.write((writer) => rotateSomePosts(portal, writer))) === batch);
  while ((await portal.database.write((writer) => rotateSomeClasses(portal, writer))) === batch);
  while ((await portal.database.write((writer) => rotateSomeDrafts(portal, writer))) === batch);
  while ((await portal.database.write((writer) => rotateSomeLetters(portal, writer))) === batch);
  await portal.accounts.rotateFactors();
  await portal.database.write((writer) => rotateSettings(portal, writer, actor, rotated));
  return rotated;
}

async function rotateSome(portal: Portal, writer: Writer): Promise<number> {
  const { database, keyring } = portal;
  const rows = await candidatesNotUnder(database, writer, keyring.current.id, batch);
  for (const row of rows) await updateCandidate(writer, row.id, rotatedColumns(portal, row));
  return rows.length;
}

function rotatedColumns(portal: Portal, row: CandidateRow) {
  const { keyring } = portal;
  const { registry, passportNumber, irccNumber } = openCandidate(portal, row);
  return {
    key_set: keyring.current.id,
    wrapped_key: wrapKey(keyring, row.id, unwrapKey(keyring, row.id, row.wrapped_key)),
    passport_index: numberIndex(keyring.current, registry, "passport", passportNumber),
    ircc_index: numberIndex(keyring.current, registry, "ircc", irccNumber),
  };
}

/** Images that no record took yet; the others open under their record's key. */
async function rotateSomeImages({ database, keyring }: Portal, writer: Writer): Promise<number> {
  const rows = await waitingImagesNotUnder(database, writer, keyring.current.id, batch);
  for (const { id, wrapped_key } of rows) {
    const wrapped = wrapped_key && wrapKey(keyring, id, unwrapKey(keyring, id, wrapped_key));
    await updateImages(writer, [id], { key_set: keyring.current.id, wrapped_key: wrapped });
  }
  return rows.length;
}

async function rotateSomeReports({ database, keyring }: Portal, writer: Writer): Promise<number> {
  const rows = await reportsNotUnder(database, writer, keyring.current.id, batch);
  for (const { id, wrapped_key } of rows) {
    const wrapped = wrapKey(keyring, id, unwrapKey(keyring, id, wrapped_key));
    await updateReport(writer, id, { key_set: keyring.current.id, wrapped_key: wrapped });
  }
  return rows.length;
}

async function rotateSomePosts({ database, keyring }: Portal, writer: Writer): Promise<number> {
  const rows = await postsNotUnder(database, writer, keyring.current.id, batch);
  for (const { id, wrapped_key } of rows) {
    const wrapped = wrapKey(keyring, id, unwrapKey(keyring, id, wrapped_key));
    await updatePost(writer, id, { key_set: keyring.current.id, wrapped_key: wrapped });
  }
  return rows.length;
}

async function rotateSomeClasses({ database, keyring }: Portal, writer: Writer): Promise<number> {
  const rows = await classesNotUnder(database, writer, keyring.current.id, batch);
  for (const { id, wrapped_key } of rows) {
    const wrapped = wrapKey(keyring, id, unwrapKey(keyring, id, wrapped_key));
    await updateClass(writer, id, { key_set: keyring.current.id, wrapped_key: wrapped });
  }
  return rows.length;
}

async function rotateSomeDrafts({ database, keyring }: Portal, writer: Writer): Promise<number> {
  const rows = await draftsNotUnder(database, writer, keyring.current.id, batch);
  for (const { person_id, wrapped_key } of rows) {
    const wrapped = wrapped_key && wrapKey(keyring, person_id, unwrapKey(keyring, person_id, wrapped_key));
    await updateDraft(writer, person_id, { key_set: keyring.current.id, wrapped_key: wrapped });
  }
  return rows.length;
}

async function rotateSomeLetters({ database, keyring }: Portal, writer: Writer): Promise<number> {
  const rows = await lettersNotUnder(database, writer, keyring.current.id, batch);
  for (const row of rows) await updateLetter(writer, row.id, rewrapLetter(keyring, row));
  return rows.length;
}

async function rotateSettings(portal: Portal, writer: Writer, actor: Actor, records: number): Promise<void> {
  const { database, keyring } = portal;
  const row = await settingsForChange(database, writer);
  if (!row || (row.key_set === keyring.current.id && records === 0)) return;
  const key = unwrapKey(keyring, "settings", row.wrapped_key);
  await updateSettings(writer, { key_set: keyring.current.id, wrapped_key: wrapKey(keyring, "settings", key) });
  const details = { keySet: { from: row.key_set, to: keyring.current.id }, records: { from: null, to: records } };
  await recordEvent(
    portal,
    writer,
    { actor, action: "keys-rotated", subject: "keys", subjectId: "keys", details },
    key,
  );
}

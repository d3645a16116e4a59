import { randomUUID } from "node:crypto";
import { link, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { codeOf, isPortalError, PortalError, StartRefused } from "#core/errors.ts";
import { checkInput, optionalParagraph, optionalText } from "#core/fields.ts";
import { type Keyring, minSecretLength, openKeyring } from "#sealing/keyring.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { misreadWords, secretFromWords, wordsIn } from "#sealing/secret-words.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { isEmptySite } from "#storage/database/empty-site.ts";
import { livingProcesses } from "#storage/database/lookups/processes.ts";
import { isSameProcess, ownName, processOfId } from "#storage/database/process-name.ts";
import { syncFolder, writeDurably } from "#storage/durable-files.ts";
import { isSetupLinkValid } from "../accounts/set-up-portal.ts";
import type { Portal } from "../portal/portal.ts";
import { openGivenPlace, wrongPlace } from "../backups/given-place.ts";
import { newestManifest } from "../backups/restore-backup.ts";
import type { RestoreOrder, RestoreResult } from "../portal/restore-order.ts";

const tokenSchema = z.object({ token: z.string().default("") });

const formSchema = z.object({
  place: optionalText(2000).default(""),
  words: optionalParagraph(8000).default(""),
});

/**
 * Accepts the form of the setup link: the `place` of a backup and the `words` of its secret. Reads the newest backup
 * there, and orders its restore. The process then stops serving the empty site and carries out the order.
 */
export async function askForRestore(portal: Portal, form: unknown): Promise<void> {
  const { token } = checkInput(tokenSchema, form);
  // Before anything else: a form that comes back shows the usual place, which is only for the holder of the link.
  if (!(await isSetupLinkValid(portal, token))) throw new PortalError("link-ended");
  const { place, words } = checkInput(formSchema, form);
  await refuseUsed(portal);
  const secrets = portal.restores.isSecretGiven ? [] : secretsIn(words);
  const [first, ...older] = secrets;
  await lookAt(portal, place, first === undefined ? portal.keyring : openKeyring([first, ...older]));
  await writeOrder(portal, { place, secrets, link: linkOf(token), begun: 0, restored: "" });
  portal.events.emit("restore-asked");
}

/** The result of the restore that the holder of this link has ordered. */
export function resultOfRestore({ restores: { result } }: Portal, token: string): RestoreResult | null {
  return result?.link === linkOf(token) ? result : null;
}

const linkOf = (token: string) => linkTokenHash(token).toString("hex");

async function refuseUsed({ database, processId, siblings }: Portal): Promise<void> {
  if (!(await isEmptySite(database.read))) throw new PortalError("site-not-empty");
  const own = ownName();
  const stopping = (await siblings()).map((pid) => ({ ...own, pid }));
  const others = (await livingProcesses(database.lookups)).filter((id) => id !== processId);
  const isSibling = (id: string) => stopping.some((sibling) => isSameProcess(sibling, processOfId(id)));
  if (!others.every(isSibling)) throw new PortalError("not-alone");
}

/** Each secret is the words of its card, or its text. A line without words is between two secrets. */
function secretsIn(typed: string): string[] {
  const given = typed.split(/\n\s*\n/).map((text) => text.trim());
  return given.filter((text) => text !== "").map((text) => (/\s/.test(text) ? secretOfCard(text) : asTyped(text)));
}

function secretOfCard(text: string): string {
  const words = wordsIn(text);
  const read = secretFromWords(words);
  if ("text" in read) return asTyped(read.text);
  throw wrongWords(misreadWords(read, words).join(", "));
}

function asTyped(secret: string): string {
  if (secret.length >= minSecretLength) return secret;
  throw wrongWords("");
}

const wrongWords = (detail: string) => new PortalError("invalid", { fields: { words: "words-wrong" }, detail });

/** Throws if there is no backup that could be restored, as far as its list of contents tells. */
async function lookAt(portal: Portal, place: string, keyring: Keyring): Promise<void> {
  try {
    await using store = await openPlace(portal, place);
    const found = await newestManifest(store, keyring);
    if (!found) throw wrongPlace("no-backup");
    if (found.isOurs) return;
    const isOther = found.manifest.keySets.some((id) => !keyring.all.some((keySet) => keySet.id === id));
    if (isOther) throw new PortalError("invalid", { fields: { [secretField(portal)]: "secret-other" } });
    throw new StartRefused("It was not made with this secret, or somebody has changed it.");
  } catch (error) {
    if (error instanceof StartRefused) throw new PortalError("backup-unusable", { detail: error.message });
    const isAway = isPortalError(error) && error.id === "unavailable";
    if (/^E(NOENT|NOTDIR|ACCES|PERM)$/.test(codeOf(isAway ? error.cause : error) ?? "")) throw wrongPlace("no-backup");
    throw isAway ? wrongPlace("place-away") : error;
  }
}

const secretField = ({ restores }: Portal) => (restores.isSecretGiven ? "place" : "words");

async function openPlace({ targets, backupPlace }: Portal, place: string): Promise<BlobStore> {
  if (place !== "") return (await openGivenPlace(targets, place)).store;
  if (!backupPlace) throw wrongPlace("required");
  return backupPlace.open();
}

/** Writes the whole file or nothing, and never replaces one: only one order is accepted. */
async function writeOrder({ restores: { orderFile } }: Portal, order: RestoreOrder): Promise<void> {
  const temporary = `${orderFile}.${randomUUID()}`;
  await writeDurably(temporary, JSON.stringify(order));
  try {
    await link(temporary, orderFile);
    await syncFolder(dirname(orderFile));
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new PortalError("still-working");
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

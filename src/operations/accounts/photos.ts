import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayReadAccount } from "#core/accounts/permissions.ts";
import { dayMs } from "#core/durations.ts";
import { isPortalError } from "#core/errors.ts";
import { shape, text } from "#core/stored/decoders.ts";
import type { LimitRule } from "#limits/limits.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { isWholeById } from "#storage/database/accounts/bound-accounts.ts";
import { addressOfPhoto, duePhotos, type PhotoRow, photoTime } from "#storage/database/accounts/photos.ts";
import { putRow, rowById } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import type { DeliverySignals } from "../portal/queue.ts";
import { getFollowing } from "../targets/post-to.ts";
import { targetsForOrganisations } from "../targets/targets.ts";

export const sealedPhoto = sealedUnderOwnKey({
  table: "account_photo",
  place: rowBoundTo("account-photo", ["read_at", "has_image"]),
  /** `image`: WebP, as base64; "" if there was no picture. */
  decode: shape({ image: text }, "1.1"),
});

/** For all redirects together. */
const deadlineMs = 10_000;
const maxBytes = 5_000_000;
/** A smaller picture shows nobody. */
const leastWidth = 32;

/** Somebody who changes the address again and again makes this site ask other servers no more often than this. */
const ofPerson: LimitRule = { name: "photos read of person", atMost: 10, withinSeconds: dayMs / 1000 };

/**
 * Reads the pictures of people with a role from the addresses that they gave, once for each address. After a failure, an
 * address is read again once its person signs in, at most once a day. Browsers see only what this site has made of a picture.
 */
export async function readPhotos(portal: Portal, signals: DeliverySignals): Promise<void> {
  const { database, now } = portal;
  for (const { id, url } of await duePhotos(database.read, now())) {
    if (signals.stopping.aborted) return;
    if (!(await isWholeById(portal, database.read, id))) continue;
    const { allowed } = await portal.limits.attempt([{ rule: ofPerson, key: id }]);
    const image = allowed ? await readImage(portal, { id, url }, signals) : "";
    // What was cut off says nothing of the address.
    if (signals.cut.aborted) return;
    await keepPhoto(portal, { id, url, image });
  }
}

type Address = { id: string; url: string };

/** Returns "" if the address has no picture, or if the program ends meanwhile. */
async function readImage(portal: Portal, { id, url }: Address, { cut, report }: DeliverySignals): Promise<string> {
  const soon = AbortSignal.any([cut, AbortSignal.timeout(deadlineMs)]);
  // Nobody who gives an address is asked whether the operator lets admins name servers inside.
  const targets = targetsForOrganisations(portal.targets);
  const answer = await getFollowing(targets, url, { cut: soon, maxBytes });
  if (typeof answer === "string" || answer.status !== 200 || !answer.isWhole || isPdf(answer.bytes)) return "";
  const { bytes } = answer;
  const from = { name: id, neighbourhood: id, size: bytes.byteLength };
  try {
    const { pages } = await portal.imagePipeline.publish(async () => bytes, "avatar", { signal: cut, from });
    return pages
      .filter(({ width }) => width >= leastWidth)
      .map(({ reading }) => Buffer.from(reading).toString("base64"))
      .join("");
  } catch (error) {
    if (!isPortalError(error) && !cut.aborted) report(error);
    return "";
  }
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 4).toString("latin1") === "%PDF";

/** Keeps nothing if the person has lost the role, is gone, or has given another address meanwhile. */
const keepPhoto = ({ database, keyring, now }: Portal, { id, url, image }: Address & { image: string }) =>
  database.write(async (writer) => {
    await lockPerson(database, writer, id);
    if ((await addressOfPhoto(writer, id)) !== url) return;
    const row = { id, read_at: now(), has_image: image === "" ? 0 : 1 } as const;
    await putRow(writer, "account_photo", ["id"], { ...row, ...sealedPhoto.sealColumns(keyring, row, { image }) });
  });

export const openPhoto = ({ keyring }: Pick<Portal, "keyring">, row: PhotoRow) => sealedPhoto.openRow(keyring, row);

/** When the picture of the caller was made, which its address names. Null if there is none: initials are shown. */
export async function ownPhotoTime(portal: Portal, actor: Actor): Promise<number | null> {
  authorize((one) => mayReadAccount(one, { id: actorId(one) }), actor);
  return (await photoTime(portal.database.read, actorId(actor))) ?? null;
}

/** The picture of the caller, as WebP. Null if there is none. */
export async function openOwnPhoto(portal: Portal, actor: Actor): Promise<Buffer | null> {
  authorize((one) => mayReadAccount(one, { id: actorId(one) }), actor);
  const row = await rowById(portal.database.read, "account_photo", actorId(actor));
  const image = row && openedOrNull(() => openPhoto(portal, row))?.image;
  return image ? Buffer.from(image, "base64") : null;
}

import { z } from "zod";
import { dayMs } from "#core/durations.ts";
import { isOn } from "#core/settings/features.ts";
import { PortalError } from "#core/errors.ts";
import type { MissedLookup } from "#core/records/watch.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { mailState } from "../mails/mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";

/** True if those who wait may be told: a number must be able to find a record, and mails must leave the operator's machine. */
export async function mayTellWatchers(portal: Portal): Promise<boolean> {
  const settings = await currentSettings(portal);
  return isOn(settings, "watches") && settings.lookupPolicy !== "code" && (await mailState(portal)) !== "kept";
}

/** True if visitors may leave their address: mails must also reach people now. */
export const offersWatching = async (portal: Portal): Promise<boolean> =>
  (await mayTellWatchers(portal)) && (await mailState(portal)) === "sent";

const offerPurpose = "watch-offer";
const offerSchema = z.object({ number: z.string(), name: z.string().max(200), until: z.number() });

/**
 * Returns a ticket that a visitor who found nothing sends back with their address. Null if nobody can be told. A watch
 * needs this ticket, so guessing a number or a name by a watch costs at least as much as by a lookup.
 */
export async function offerToWatch(portal: Portal, missed: MissedLookup): Promise<string | null> {
  if (!(await offersWatching(portal))) return null;
  return sealToken(portal.keyring, offerPurpose, { ...missed, until: portal.now() + dayMs });
}

export function offered({ keyring, now }: Portal, ticket: string): MissedLookup {
  const offer = offerSchema.safeParse(unsealToken(keyring, offerPurpose, ticket)).data;
  if (!offer || hasCome(offer.until, now(), dayMs)) throw new PortalError("link-ended");
  return { number: offer.number, name: offer.name };
}

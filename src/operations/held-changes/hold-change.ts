import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type HeldChange, heldChange, heldForMs, isOfPerson } from "#core/accounts/held-changes.ts";
import type { AccountActor, Actor } from "#core/accounts/actor.ts";
import type { AuditContents } from "#core/audit/audit-details.ts";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { partsOfSecond, type SecondDetails } from "#core/records/second-number.ts";
import { endingOf } from "#core/records/watch.ts";
import type { Safeguards } from "#core/settings/safeguards.ts";
import { type OwnLabels, textIn } from "#core/own-fields/own-field.ts";
import type { Attempt, LimitRule } from "#limits/limits.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { deleteHeld, type HeldRow, sameHeldRow } from "#storage/database/accounts/held-changes.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { recordNames } from "#storage/database/records/records.ts";
import type { SettingsRow } from "#storage/database/settings.ts";
import type { Within } from "#storage/database/transaction.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal/portal.ts";
import { keyOfSettings, settingsIn } from "../portal/current-settings.ts";
import { sharedLimits } from "../portal/shared-limits.ts";
import { officeZone } from "../portal/office-time.ts";

/** A transaction that has locked the row of the settings. */
export type UnderSettings = { within: Within<Portal>; writer: Writer; settings: SettingsRow };

/** The result of a transaction that has stored a change instead of making it. */
export class Held {
  readonly until: number;

  constructor(until: number) {
    this.until = until;
  }
}

const day = 24 * 60 * 60;
const again: LimitRule = { name: "held change of one kind by admin", atMost: 3, withinSeconds: day };
const inAll: LimitRule = { name: "held change by admin", atMost: 30, withinSeconds: day };

const asks = (askedBy: string, { kind, subject }: HeldChange): Attempt[] => [
  { rule: again, key: `${askedBy} ${kind} ${subject}` },
  { rule: inAll, key: askedBy },
];

/** Every admin gets a mail for each ask, so asks are counted. An agreement takes its ask back, and so does its subject's refusal. */
export async function takeAskBack(within: Within<Portal>, askedBy: string, change: HeldChange): Promise<void> {
  for (const ask of asks(askedBy, change)) await sharedLimits(within).takeBack(ask);
}

/** Called after the commit. */
export function throwIfHeld<Result>(done: Result | Held): Result {
  if (done instanceof Held) throw new PortalError("waits", { until: done.until });
  return done;
}

/** False for the operator and for a change that was agreed to. */
export const needsSecond = (actor: Actor): actor is AccountActor => actor.kind === "account" && !actor.isReleased;

/**
 * Stores a change for a second admin if the four-eyes rule is on, and tells every admin by mail, suspended ones too. The
 * mails are queued in the same transaction. Null if the change may take effect now. `outside`: the organisation of the person.
 */
export async function holdForSecondAdmin(
  under: UnderSettings,
  actor: Actor,
  change: HeldChange,
  outside: string | null = null,
): Promise<Held | null> {
  const { within, writer, settings } = under;
  if (!needsSecond(actor) || !settingsIn(within, settings).fourEyes) return null;
  const same = await sameHeldRow(within, writer, change);
  // Another server or role is another change: whoever asks must know that theirs would not take effect.
  if (same && !isDeepStrictEqual(openHeld(within.keyring, same), change)) throw new PortalError("stale");
  if (same) return new Held(same.due_at);
  const verdict = await sharedLimits(within).attempt(asks(actor.id, change));
  if (!verdict.allowed) throw new PortalError("asked-too-often", { waitSeconds: verdict.waitSeconds });
  const id = randomUUID();
  const asked_at = within.now();
  const row = { id, kind: change.kind, subject: change.subject, asked_by: actor.id, asked_at };
  const due_at = asked_at + heldForMs;
  await deleteHeld(writer, change);
  await insertBound(within, writer, "held_change", {
    ...row,
    due_at,
    ...sealedHeld.sealColumns(within.keyring, { id }, change),
  });
  await tellAdmins(under, actor.id, change, { until: due_at, outside });
  await logHeld(under, actor, "change-held", change, actor.id);
  return new Held(due_at);
}

export const sealedHeld = sealedUnderOwnKey({
  table: "held_change",
  place: ({ id }: { id: string }) => `held_change/${id}`,
  decode: heldChange,
});

export const openHeld = (keyring: Keyring, row: HeldRow): HeldChange => sealedHeld.openRow(keyring, row);

/** Returns the name of the person that the change is about, if it is about a person. */
export const nameOfSubject = async (reader: Reader, change: HeldChange): Promise<string> =>
  isOfPerson(change) ? ((await namesById(reader, [change.subject])).get(change.subject) ?? "") : change.subject;

/** The names on the pages that are not frozen, because whoever asked is sure of them. */
export const sparedNames = (reader: Reader, change: HeldChange): Promise<string[]> =>
  recordNames(reader, isOfPerson(change) ? (change.spared ?? []) : []);

type Told = { until: number; outside: string | null };

async function tellAdmins({ within, writer }: UnderSettings, asker: string, change: HeldChange, told: Told) {
  const askedBy = (await namesById(writer, [asker])).get(asker) ?? "";
  const name = await nameOfSubject(writer, change);
  const link = `${within.publicOrigin}/dashboard`;
  await mailAdmins(within, ({ heldChangeMail }, operator) =>
    heldChangeMail({ operator, askedBy, change, name, ...told, zone: officeZone(within), link }),
  );
}

/** An event that is about nobody in particular is about the person who asked. */
export async function logHeld(
  { within, writer }: UnderSettings,
  actor: Actor,
  action: "change-held" | "change-agreed" | "change-refused",
  change: HeldChange,
  askedBy: string,
): Promise<void> {
  const subjectId = isOfPerson(change) ? change.subject : askedBy;
  const event = { actor, action, subject: "staff", subjectId, details: detailsOf(change, askedBy) } as const;
  await logAuditEvent(within, writer, event, await keyOfSettings(within));
}

const namesOf = (fields: OwnLabels) => fields.map(({ labels }) => textIn(labels, "en")).join(", ");

function detailsOf(change: HeldChange, askedBy: string) {
  return detailsOfChange<AuditContents["change-held"]>(beforeIn(change), {
    change: change.kind,
    askedBy,
    ...(change.kind === "invite" && { email: change.subject, role: change.role }),
    ...(isOfPerson(change) && change.provider !== undefined && { provider: change.provider }),
    ...(isOfPerson(change) && change.why !== undefined && { departure: change.why }),
    ...(isOfPerson(change) && change.spared !== undefined && { sparedPages: change.spared.length }),
    ...(change.kind === "false-number" && {
      numberEnding: endingOf(change.number),
      reason: change.reason,
      until: change.until,
    }),
    ...(change.kind === "shown-kinds" && { shownKinds: change.kinds }),
    ...(change.kind === "shown-fields" && { shownFields: namesOf(change.fields) }),
    ...(change.kind === "shown-papers" && { shownPapers: namesOf(change.fields) }),
    ...(change.kind === "second-number" && partsOfSecond(change.number)),
    ...(change.kind === "safeguards" && change.settings),
    ...(change.kind === "mail-server" && { "mailServer.host": change.server?.host ?? "" }),
  });
}

function beforeIn(change: HeldChange): Partial<Safeguards & SecondDetails> {
  if (change.kind === "safeguards") return change.before;
  return change.kind === "second-number" ? partsOfSecond(change.before) : {};
}

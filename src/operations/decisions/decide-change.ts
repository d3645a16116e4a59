import {
  type HeldChange,
  type HeldNumber,
  heldForMs,
  isOfPerson,
  type PersonChange,
} from "#core/accounts/held-changes.ts";
import { type AccountActor, type Actor, system } from "#core/accounts/actor.ts";
import type { Declared } from "#core/own-fields/own-field.ts";
import { type PublicKind, publicKinds } from "#core/records/document-kinds.ts";
import { isPortalError, PortalError } from "#core/errors.ts";
import { restoredSafeguards, type Safeguards } from "#core/settings/safeguards.ts";
import type { Leaving } from "#core/accounts/departure.ts";
import { authorize, mayManageAccounts, requireRecentProof } from "#core/accounts/permissions.ts";
import type { Role } from "#core/accounts/roles.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { type HeldRow, heldRows } from "#storage/database/accounts/held-changes.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { boundOrNone } from "#storage/database/bound-rows.ts";
import { deleteRow, rowById } from "#storage/database/rows.ts";
import { mayBeSecond } from "../held-changes/second-person.ts";
import { changeAccounts, type LockedAccounts, refuseFormerAdmin } from "../accounts/change-accounts.ts";
import { invitePerson } from "../accounts/invitations.ts";
import { organisationOfAccount } from "../accounts/read-accounts.ts";
import {
  changeRole,
  deleteAccount,
  resetFactors,
  restoreAccount,
  suspendAccount,
} from "../accounts/manage-accounts.ts";
import { accountMails } from "../mails/account-mails.ts";
import { refuseRespelling } from "../own-fields/change-second-number.ts";
import { deleteOwnValues } from "../own-fields/delete-own-values.ts";
import { countOwnValue } from "../own-fields/own-values.ts";
import { markFalseNumber } from "../reports/false-numbers.ts";
import { changeMailServer } from "../settings/change-mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { isClockSteady } from "../portal/steady-clock.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { changeSignIn } from "../settings/change-sign-in.ts";
import { logHeld, nameOfSubject, openHeld, sparedNames, takeAskBack } from "../held-changes/hold-change.ts";

/** Returns the changes that wait for a second admin, oldest first. */
export async function readHeldChanges(portal: Portal, actor: Actor) {
  authorize(mayManageAccounts(actor), actor);
  const { keyring } = portal;
  const { read } = portal.database;
  const rows = await heldRows(portal, read);
  const names = await namesById(
    read,
    rows.map(({ asked_by }) => asked_by),
  );
  return Promise.all(
    rows.map(async (row) => {
      const change = openHeld(keyring, row);
      return {
        id: row.id,
        change,
        name: await nameOfSubject(read, change),
        spared: await sparedNames(read, change),
        outside: isOfPerson(change) ? await organisationOfAccount(portal, read, change.subject) : null,
        askedBy: names.get(row.asked_by) ?? "",
        isOwn: actor.kind === "account" && row.asked_by === actor.id,
        mayAgree: await mayAgree(portal, actor, row),
        until: row.due_at,
      };
    }),
  );
}

/** The operator may release every wait. */
const mayAgree = async (portal: Portal, actor: Actor, { asked_by }: HeldRow): Promise<boolean> =>
  actor.kind !== "account" || mayBeSecond(portal, portal.database.read, actor.id, [asked_by]);

type Decide = (locked: LockedAccounts, row: HeldRow) => Promise<void>;

/** All decisions take turns. Whoever comes second finds nothing more to decide. */
async function decide(portal: Portal, actor: Actor, id: string, work: Decide): Promise<void> {
  authorize(mayManageAccounts(actor), actor);
  await changeAccounts(portal, async (locked) => {
    await refuseFormerAdmin(locked.writer, actor);
    const row = boundOrNone(portal, "held_change", await rowById(locked.writer, "held_change", id));
    if (!row) throw new PortalError("not-found");
    await deleteRow(locked.writer, "held_change", id);
    await work(locked, row);
  });
  await portal.database.forgetDeleted();
}

/** Makes a held change take effect: for a second admin, or for the operator, who may release every wait. */
export async function agreeToChange(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  requireRecentProof(actor);
  authorize(mayManageAccounts(actor), actor);
  const counted = await countBefore(portal, id);
  await decide(portal, actor, id, async (locked, row) => {
    authorize(await mayAgree(locked.within, actor, row), actor);
    await takeEffect(locked, actor, row, counted);
  });
}

/**
 * Counts what a held change deletes, and compares the numbers with their new form. Inside its transaction, everybody else who
 * writes would wait for that.
 */
async function countBefore(portal: Portal, id: string): Promise<number | undefined> {
  const row = boundOrNone(portal, "held_change", await rowById(portal.database.read, "held_change", id));
  if (row?.kind !== "own-values" && row?.kind !== "second-number") return undefined;
  const change = openHeld(portal.keyring, row);
  if (change.kind === "second-number") await refuseRespelling(portal, change.number);
  return change.kind === "own-values" ? countOwnValue(portal, change.subject) : undefined;
}

/**
 * Ends a held change without effect. Every admin may do so, also the one whom it is about: of two admins, that may be the
 * honest one. If they go on refusing each other, the operator decides with the command line.
 */
export const refuseChange = (portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> =>
  decide(portal, actor, id, async (locked, row) => {
    const change = openHeld(locked.within.keyring, row);
    // Nobody may keep others from asking for a change of themselves.
    if (actor.kind === "account" && actor.id === change.subject && actor.id !== row.asked_by)
      await takeAskBack(locked.within, row.asked_by, change);
    await logHeld(locked, actor, "change-refused", change, row.asked_by);
  });

const waited = system("wait-over");

/** Makes the changes take effect whose wait is over. A change that is not possible any more ends. */
export async function applyDueChanges(portal: Portal): Promise<void> {
  const isSteady = await isClockSteady(portal);
  // One that was held while the clock was ahead has waited for longer than it must once the clock is steady again.
  const isDue = ({ due_at }: HeldRow) =>
    due_at <= portal.now() || (isSteady && hasCome(due_at, portal.now(), heldForMs));
  const due = (await heldRows(portal, portal.database.read)).filter(isDue);
  for (const { id } of due) {
    try {
      const counted = await countBefore(portal, id);
      await decide(portal, waited, id, (locked, row) => takeEffect(locked, waited, row, counted));
    } catch (error) {
      if (!isPortalError(error) || error.status >= 500) throw error;
      if (error.id !== "not-found") await refuseChange(portal, waited, { id });
    }
  }
}

/** Runs the operation that was held, for the person who asked for it. They must still be an admin. */
async function takeEffect(
  { within, ...locked }: LockedAccounts,
  actor: Actor,
  row: HeldRow,
  counted: number | undefined,
): Promise<void> {
  const asker: AccountActor = { kind: "account", id: row.asked_by, role: "admin", isReleased: true };
  await refuseFormerAdmin(locked.writer, asker);
  const change = openHeld(within.keyring, row);
  const name = await nameOfSubject(locked.writer, change);
  if (name === "" && change.subject !== "") throw new PortalError("not-found");
  await apply({ ...within, accountMails: accountMails(within) }, asker, change, counted);
  await takeAskBack(within, row.asked_by, change);
  await logHeld({ within, ...locked }, actor, "change-agreed", change, row.asked_by);
}

type Target = { id: string; provider?: string } & Leaving;

const giveRole = (role: Role) => (portal: Portal, actor: Actor, target: Target) =>
  changeRole(portal, actor, { ...target, role });

const ofPerson: Record<PersonChange, (portal: Portal, actor: Actor, target: Target) => Promise<unknown>> = {
  "make-admin": giveRole("admin"),
  "make-moderator": giveRole("moderator"),
  "make-student": giveRole("student"),
  suspend: suspendAccount,
  restore: restoreAccount,
  delete: deleteAccount,
  "reset-factors": resetFactors,
};

type ShownOwn = Extract<HeldChange, { kind: "shown-fields" | "shown-papers" }>;

async function showKinds(portal: Portal, actor: Actor, added: readonly PublicKind[]): Promise<unknown> {
  const { shownKinds } = await currentSettings(portal);
  const change = { shownKinds: publicKinds.filter((kind) => shownKinds.includes(kind) || added.includes(kind)) };
  return changeSettings(portal, actor, { change });
}

/** What was hidden, removed or renamed meanwhile is not among them: that ended the change. */
async function showOwn(portal: Portal, actor: Actor, { kind, fields }: ShownOwn): Promise<unknown> {
  const shownIn = <Own extends Declared>(all: readonly Own[]): Own[] =>
    all.map((own) => {
      const found = fields.find(({ id }) => id === own.id);
      if (!found) return own;
      const days = found.hasLastDay === true && { hasLastDay: true };
      return { ...own, ...days, labels: found.labels, audience: "visitors" as const };
    });
  const { ownFields, ownPapers } = await currentSettings(portal);
  const change = kind === "shown-fields" ? { ownFields: shownIn(ownFields) } : { ownPapers: shownIn(ownPapers) };
  return changeSettings(portal, actor, { change });
}

/** Another form that was saved meanwhile ended the change, so the numbers are compared. Help and example stay as they are now, unless others were asked for. */
async function nameSecond(portal: Portal, actor: Actor, { isOptional, ...number }: HeldNumber): Promise<unknown> {
  const { secondNumber } = await currentSettings(portal);
  const change = {
    secondNumber: { ...secondNumber, ...number },
    ...(isOptional !== undefined && { irccNumberIsOptional: isOptional }),
  };
  return changeSettings(portal, actor, { change, areNumbersCompared: true });
}

/** Whoever changed one of these meanwhile has ended the change. */
async function loosen(portal: Portal, actor: Actor, stored: Safeguards): Promise<unknown> {
  return changeSettings(portal, actor, { change: restoredSafeguards(await currentSettings(portal), stored) });
}

async function apply(portal: Portal, actor: Actor, change: HeldChange, counted: number | undefined): Promise<unknown> {
  if (change.kind === "invite") return invitePerson(portal, actor, { email: change.subject, role: change.role });
  if (change.kind === "four-eyes-off") {
    const leftRevisions = change.subject || "discard";
    return changeSettings(portal, actor, { change: { fourEyes: false, leftRevisions } });
  }
  if (change.kind === "shown-kinds") return showKinds(portal, actor, change.kinds);
  if (change.kind === "shown-fields" || change.kind === "shown-papers") return showOwn(portal, actor, change);
  if (change.kind === "second-number") return nameSecond(portal, actor, change.number);
  if (change.kind === "safeguards") return loosen(portal, actor, change.settings);
  if (change.kind === "own-values") return deleteOwnValues(portal, actor, { id: change.subject, counted });
  if (change.kind === "false-number") return markFalseNumber(portal, actor, change);
  if (change.kind === "mail-server") return changeMailServer(portal, actor, { server: change.server });
  if (change.kind === "sign-in") return changeSignIn(portal, actor, { signIn: change.signIn });
  const { kind, subject, ...through } = change;
  return ofPerson[kind](portal, actor, { id: subject, ...through });
}

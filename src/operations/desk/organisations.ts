import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import {
  type Organisation,
  hasEnded,
  type OrganisationFacts,
  parseOrganisation,
  seenOf,
  storedOrganisation,
} from "#core/desk/organisation.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayManageOrganisations, mayUseDesk, requireRecentProof } from "#core/accounts/permissions.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { Decoded } from "#core/stored/decoders.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import {
  organisationDays,
  organisationOfPerson,
  type OrganisationRow,
  organisationRows,
  peopleOfOrganisation,
} from "#storage/database/accounts/organisations.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertRow, rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import { changeLocked, presentRow } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { forgetGuesses, readAsked, readStopReason } from "./asked-today.ts";
import { officeToday } from "../portal/office-time.ts";

export const sealedOrganisation = sealedUnderOwnKey({
  table: "organisation",
  place: rowBoundTo("organisation", ["registry", "added_at"]),
  decode: storedOrganisation,
});
type Content = Decoded<typeof storedOrganisation>;

/** Throws if a column was changed without the key. */
export function openOrganisation({ keyring }: { keyring: Keyring }, row: OrganisationRow): Organisation {
  const content = sealedOrganisation.openRow(keyring, row);
  return { ...content, id: row.id, addedAt: row.added_at };
}

export function saveOrganisation({ keyring }: Portal, writer: Writer, row: OrganisationRow, content: Content) {
  const { name, country, reason, perDay, lastDay, stoppedAt } = content;
  const plain = { name, country, reason, perDay, lastDay, stoppedAt };
  return updateRow(writer, "organisation", row.id, sealedOrganisation.sealColumns(keyring, row, plain));
}

export async function lockOrganisation(portal: Portal, writer: Writer, id: string): Promise<OrganisationRow> {
  return presentRow(portal, await rowForChange(portal.database, writer, "organisation", id));
}

export async function addOrganisation(portal: Portal, actor: Actor, form: unknown): Promise<{ id: string }> {
  authorize(mayManageOrganisations(actor), actor);
  const facts = parseOrganisation(form);
  requireRecentProof(actor);
  const id = randomUUID();
  const plain = { id, registry: portal.registry, added_at: portal.now() };
  return changeLocked(portal, actor, settingsEntity, { id: settingsId }, async ({ writer, log }) => {
    const sealed = sealedOrganisation.sealColumns(portal.keyring, plain, { ...facts, stoppedAt: null });
    await insertRow(writer, "organisation", { ...plain, ...sealed });
    await log("organisation-added", detailsOfChange<OrganisationFacts>({}, facts));
    return { id };
  });
}

type Target = { id: string };

/** `seen` is what a form showed. If somebody changed that meanwhile, nothing is saved. */
export function changeOrganisation(
  portal: Portal,
  actor: Actor,
  { id, seen }: Target & { seen?: string },
  form: unknown,
): Promise<void> {
  authorize(mayManageOrganisations(actor), actor);
  const facts = parseOrganisation(form);
  requireRecentProof(actor);
  return changeLocked(portal, actor, settingsEntity, { id: settingsId }, async ({ within, writer, log }) => {
    const row = await lockOrganisation(within, writer, id);
    const before = openOrganisation(within, row);
    if (seen !== undefined && seen !== seenOf(before)) throw new PortalError("stale");
    const details = detailsOfChange<OrganisationFacts>(before, { ...before, ...facts });
    if (Object.keys(details).length === 0) return;
    await saveOrganisation(within, writer, row, { ...before, ...facts });
    await log("organisation-changed", { organisation: { from: null, to: before.name }, ...details });
  });
}

/** Lets an organisation that is stopped check numbers again. What it has guessed on this day is forgiven. */
export function letGoOn(portal: Portal, actor: Actor, { id }: Target): Promise<void> {
  authorize(mayManageOrganisations(actor), actor);
  requireRecentProof(actor);
  return changeLocked(portal, actor, settingsEntity, { id: settingsId }, async ({ within, writer, log }) => {
    const row = await lockOrganisation(within, writer, id);
    const before = openOrganisation(within, row);
    if (before.stoppedAt === null) return;
    const stoppedFor = await readStopReason(within, writer, id);
    await saveOrganisation(within, writer, row, { ...before, stoppedAt: null });
    await forgetGuesses(within, writer, { id, day: officeToday(within) });
    await log("organisation-let-go-on", {
      organisation: { from: null, to: before.name },
      ...(stoppedFor !== null && { stoppedFor: { from: stoppedFor, to: null } }),
    });
  });
}

export async function readOrganisations(portal: Portal, actor: Actor) {
  authorize(mayManageOrganisations(actor), actor);
  const { read } = portal.database;
  const days = await organisationDays(read, officeToday(portal));
  const counts = new Map(days.map(({ organisation_id: id, checked, misses }) => [id, { checked, misses }]));
  return (await organisationRows(read, portal.registry)).map((row) => ({
    ...openOrganisation(portal, row),
    ...(counts.get(row.id) ?? { checked: 0, misses: 0 }),
  }));
}

export async function readOrganisation(portal: Portal, actor: Actor, id: string) {
  authorize(mayManageOrganisations(actor), actor);
  const { read } = portal.database;
  const organisation = openOrganisation(portal, presentRow(portal, await rowById(read, "organisation", id)));
  const stoppedFor = await readStopReason(portal, read, id);
  return { organisation, stoppedFor, people: await peopleOfOrganisation(read, id) };
}

/** Returns the organisation of a person at the desk, how many numbers are left for today, and what it has asked today. */
export async function readDesk(portal: Portal, actor: Actor) {
  const organisation = await organisationAtDesk(portal, actor);
  const { read } = portal.database;
  const { id, perDay } = organisation;
  const day = officeToday(portal);
  const today = (await organisationDays(read, day)).find(({ organisation_id }) => organisation_id === id);
  const left = Math.max(0, perDay - (today?.checked ?? 0));
  const asked = await readAsked(portal, read, { id, day });
  const stoppedFor = await readStopReason(portal, read, id);
  return { organisation, left, asked, stoppedFor, hasEnded: hasEnded(organisation, day) };
}

/** The people who may use the desk now: nobody once the access of the organisation has ended. */
export async function peopleAtDesk(portal: Portal, id: string) {
  const { read } = portal.database;
  const row = await rowById(read, "organisation", id);
  if (row?.registry !== portal.registry || hasEnded(openOrganisation(portal, row), officeToday(portal))) return [];
  return (await peopleOfOrganisation(read, id)).filter((one) => one.suspended_at === null);
}

export async function organisationAtDesk(portal: Portal, actor: Actor): Promise<Organisation> {
  authorize(mayUseDesk(actor), actor);
  const row = await organisationOfPerson(portal.database.read, actorId(actor));
  if (row?.registry !== portal.registry) throw new PortalError("not-allowed");
  return openOrganisation(portal, row);
}

import type { Actor } from "#core/accounts/actor.ts";
import type { HeldChange } from "#core/accounts/held-changes.ts";
import { authorize, mayManageAccounts } from "#core/accounts/permissions.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { apiKeysOf } from "#storage/database/accounts/api-keys.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { invitationsBy } from "#storage/database/accounts/invitations.ts";
import { rolesGivenBy } from "#storage/database/accounts/roles.ts";
import { countAuditEvents } from "#storage/database/audit.ts";
import type { Reader } from "#storage/database/database.ts";
import { cardsMadeBy, holderOfRecord, type RecordOfPage, pagesOpenedBy } from "#storage/database/holders/holders.ts";
import { runsOfPerson } from "#storage/database/records/bulk-runs.ts";
import { undecidedOf } from "#storage/database/records/record-counts.ts";
import { countAssignedTo } from "#storage/database/records/records.ts";
import { rowById } from "#storage/database/rows.ts";
import { nameOfSubject, openHeld } from "../held-changes/hold-change.ts";
import { openSealedHolder } from "../sealed/sealed-holder.ts";
import type { Portal } from "../portal/portal.ts";
import { recordKey } from "../sealed/sealed-record.ts";

/** As many of each kind are listed by name. */
const listedLeft = 200;

/** Counting stops here. */
const maxCounted = 1000;

type LeftPage = { id: string; name: string; isFrozen: boolean };

/**
 * What somebody leaves here who loses their access. Cards, invitations, held changes and keys end with it; pages of holders go
 * on, unless they are frozen. The rest is for an admin to look at.
 */
export async function readLeftBehind(portal: Portal, actor: Actor, id: string) {
  authorize(mayManageAccounts(actor), actor);
  const { database, registry, now } = portal;
  const { read } = database;
  const opened = await pagesOpenedBy(read, id);
  const cards = await cardsMadeBy(read, id);
  return {
    pages: await Promise.all(opened.slice(0, listedLeft).map((page) => shownPage(portal, page))),
    morePages: Math.max(0, opened.length - listedLeft),
    cards: cards.slice(0, listedLeft),
    moreCards: Math.max(0, cards.length - listedLeft),
    invitations: await invitationsBy(read, id, now()),
    held: await heldBy(portal, read, id),
    people: (await rolesGivenBy(read, id)).map(({ name, email, ...person }) => ({ ...person, name: name || email })),
    apiKeys: (await apiKeysOf(read, id)).length,
    runs: (await runsOfPerson(read, { registry, person: id }, maxCounted)).length,
    waiting: (await undecidedOf(database, registry, id, "waiting", maxCounted)).count,
    assigned: await countAssignedTo(read, registry, id),
    webhooks: await countOf(read, id, ["webhook-added"]),
    lists: await countOf(read, id, ["numbers-checked", "list-checked"]),
    taken: await countOf(read, id, ["records-exported", "record-exported", "person-exported", "cards-printed"]),
  };
}

async function shownPage(portal: Portal, { id, name }: RecordOfPage): Promise<LeftPage> {
  const { read } = portal.database;
  const [holder, row] = [await holderOfRecord(read, id), await rowById(read, "candidate", id)];
  const content = holder && row && openedOrNull(() => openSealedHolder(recordKey(portal, row), holder));
  return { id, name, isFrozen: content?.frozenAt !== undefined };
}

type Held = { change: HeldChange; name: string };

async function heldBy(portal: Portal, reader: Reader, id: string): Promise<Held[]> {
  const rows = (await heldRows(portal, reader)).filter((row) => row.asked_by === id);
  const changes = rows.map((row) => openHeld(portal.keyring, row));
  return Promise.all(changes.map(async (change) => ({ change, name: await nameOfSubject(reader, change) })));
}

type Actions = Parameters<typeof countAuditEvents>[1]["actions"];

const countOf = (reader: Reader, actor: string, actions: Actions): Promise<number> =>
  countAuditEvents(reader, { actor, actions, about: null, from: null, before: null });

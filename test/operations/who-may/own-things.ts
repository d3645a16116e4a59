import { randomUUID } from "node:crypto";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { dayMs } from "#core/durations.ts";
import { laterDay } from "#core/office-clock.ts";
import { pageId } from "#core/images/image-id.ts";
import { isStaffRole } from "#core/accounts/roles.ts";
import { makeApiKey, readApiKeys } from "#operations/accounts/api-keys.ts";
import { invitePerson, listInvitations } from "#operations/accounts/invitations.ts";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { draftOfForm } from "#storage/database/records/drafts.ts";
import { savePageDraft } from "#operations/drafts/page-drafts.ts";
import { freezeHolder } from "#operations/holders/frozen-page.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { listFalseNumbers, markFalseNumber } from "#operations/reports/false-numbers.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { addComment } from "#operations/records/record-comments.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { readListChoices, saveView } from "#operations/records/record-views.ts";
import { changeSignIn } from "#operations/settings/change-sign-in.ts";
import { addWebhook, readWebhooks, sendTest } from "#operations/webhooks/manage-webhooks.ts";
import { sealedHeld } from "#operations/held-changes/hold-change.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { holderLink } from "#storage/database/holders/holders.ts";
import { putRow } from "#storage/database/rows.ts";
import { actorOf, freshAccount, freshAdmin, freshEmail } from "../../support/accounts/fresh-accounts.ts";
import { admin, particulars } from "../../support/accounts/people.ts";
import { drawnDocument, uploaded } from "../../support/documents.ts";
import { holderOf } from "../../support/holders.ts";
import { declare, ownField, proposeOffice } from "../../support/own-fields.ts";
import type { Thing } from "../../server/matrix/things.ts";

/** Makes a thing of this account, or of somebody else for it. `isOwn` is false for whoever has no account. */
export type Maker = (portal: Portal, asker: AccountActor | null, isOwn: boolean) => Promise<Thing>;

const machine = system("test");

/** A thing that belongs to nobody: one for all who ask. */
function ofNobody(make: (portal: Portal) => Promise<Thing>): Maker {
  const made = new WeakMap<object, Promise<Thing>>();
  return (portal) => made.getOrInsertComputed(portal, () => make(portal));
}

/** Whoever may have no such thing is given that of a moderator. */
const staffOwner = (portal: Portal, asker: AccountActor | null, isOwn: boolean) =>
  isOwn && asker && isStaffRole(asker.role) ? asker : freshAccount(portal, "moderator");

const found = <Item>(item: Item | undefined): Item => {
  if (item === undefined) throw new Error("what was made is not found");
  return item;
};

export const aView: Maker = async (portal, asker, isOwn) => {
  const owner = await staffOwner(portal, asker, isOwn);
  await saveView(portal, owner, { name: "Waiting", query: "" });
  return { id: found((await readListChoices(portal, owner)).views[0]).id };
};

export const aDraft: Maker = async (portal, asker, isOwn) => {
  const owner = await staffOwner(portal, asker, isOwn);
  const [form, opening] = [randomUUID(), randomUUID()];
  await saveDraft(portal, owner, { form, opening, particulars: { name: "Rahim" } });
  return { form, opening, person: owner.id };
};

export const aPageDraft: Maker = async (portal, asker, isOwn) => {
  const owner = await staffOwner(portal, asker, isOwn);
  const name = `text:${randomUUID()}`;
  await savePageDraft(portal, owner, { name, fields: [["title", "About"]] });
  return { name, person: owner.id, draft: found(await draftOfForm(portal.database.read, owner.id, name)).id };
};

const recordBy = async (portal: Portal, owner: AccountActor, images: object = {}) =>
  (await addRecord(portal, owner, { particulars: particulars(), images })).id;

/** On a record that the asker may read, if there is one: only who wrote it decides. */
export const aComment: Maker = async (portal, asker, isOwn) => {
  const id = await recordBy(portal, await staffOwner(portal, asker, true));
  const author = isOwn && asker && isStaffRole(asker.role) ? asker : admin;
  return { id, comment: (await addComment(portal, author, { id, text: "Ask again." })).id };
};

/** A record with the same file as another one of the same person. */
export const aTwin: Maker = async (portal, asker, isOwn) => {
  const owner = await staffOwner(portal, asker, isOwn);
  const file = await drawnDocument(40, 50);
  const image = await uploaded(portal, owner, file);
  const id = await recordBy(portal, owner, { workPermit: image });
  await recordBy(portal, owner, { workPermit: await uploaded(portal, owner, file) });
  return { id, page: pageId({ image, page: 1 }) };
};

/** A record for whose holder an admin has made a card. */
export const aCard: Maker = async (portal, asker, isOwn) => {
  const id = await recordBy(portal, await staffOwner(portal, asker, isOwn));
  await offerHolderLink(portal, admin, { id }, {});
  return { id, card: String(found(await holderLink(portal, portal.database.read, id)).made_at) };
};

export const anApiKey: Maker = async (portal, asker, isOwn) => {
  const mayHaveOne = asker?.role === "admin" || asker?.role === "organisation";
  const owner = isOwn && asker && mayHaveOne ? asker : await freshAdmin(portal);
  await makeApiKey(portal, owner, { name: "A", scope: "look-up", days: 30 });
  return { id: found((await readApiKeys(portal, owner))[0]).id, personId: owner.id };
};

export const anInvitation = ofNobody(async (portal) => {
  await invitePerson(portal, machine, { email: freshEmail(), role: "moderator" });
  return { id: found((await listInvitations(portal, machine))[0]).id };
});

/** An admin asked to suspend another one. */
export const aHeldChange = ofNobody(async (portal) => {
  const [one, other] = [await freshAdmin(portal), await freshAdmin(portal)];
  const change = { kind: "suspend", subject: other.id } as const;
  const row = { ...change, id: randomUUID(), asked_by: one.id, asked_at: portal.now(), due_at: portal.now() + dayMs };
  const sealed = sealedHeld.sealColumns(portal.keyring, row, change);
  await portal.database.write((writer) => insertBound(portal, writer, "held_change", { ...row, ...sealed }));
  return { id: row.id };
});

export const aHolderPage = ofNobody(async (portal) => {
  const id = await recordBy(portal, actorOf("somebody-else", "admin"));
  await holderOf(portal, { id });
  return { id };
});

export const aFrozenPage = ofNobody(async (portal) => {
  const id = await recordBy(portal, actorOf("somebody-else", "admin"));
  await holderOf(portal, { id });
  await freezeHolder(portal, machine, { id }, { reason: "Seen with somebody else." });
  return { id };
});

export const aProvider = ofNobody(async (portal) => {
  const typed = { name: "Office", clientId: "office", clientSecret: "secret", scopes: "", claim: "", roles: "" };
  const saved = { ...typed, issuer: "http://127.0.0.1:1", id: "1", changedBy: "", changedAt: 0 };
  await changeSignIn(portal, machine, { signIn: { providers: [saved], localAdmin: "" } });
  return { id: saved.id };
});

export const aWebhook = ofNobody(async (portal) => {
  await addWebhook(portal, machine, { url: "https://hooks.example/a" });
  const webhook = found((await readWebhooks(portal, machine))[0]);
  await sendTest(portal, machine, webhook);
  const [delivery] = found((await readWebhooks(portal, machine))[0]).deliveries;
  return { id: webhook.id, delivery: found(delivery).id };
});

export const aMark = ofNobody(async (portal) => {
  const mark = { number: "Z1234567", reason: "A false visa", until: laterDay(officeToday(portal), 30) };
  await markFalseNumber(portal, machine, mark);
  return { id: found((await listFalseNumbers(portal, machine))[0]).id };
});

export const aRemovedField = ofNobody(async (portal) => {
  await declare(portal, ownField("f1", "Kafeel", { isRemoved: true }));
  return { id: "f1" };
});

export const aProposedOffice = ofNobody(async (portal) => {
  const to = "https://lmra.gov.bh";
  await proposeOffice(portal, to);
  return { id: to };
});

export const aRememberedColumn = ofNobody(async ({ database, registry }) => {
  const key = `${"0".repeat(32)}:0 Remarks`;
  await database.write((writer) =>
    putRow(writer, "import_column", ["registry", "head"], { registry, head: key, field: "" }),
  );
  return { key };
});

import { describe, expect } from "vitest";
import { dayMs, hourMs } from "#core/durations.ts";
import { changeRole, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { freezeHolder, giveBackPage } from "#operations/holders/frozen-page.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { askForMails } from "#operations/holders/holder-mails.ts";
import { beginPasskey } from "#operations/holders/holder-passkey.ts";
import { offerHolderLink, readHolder, withdrawHolderLink } from "#operations/holders/holder-links.ts";
import { bindByCard, readHolderPage, refuseNewLink } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { witnessHolder } from "#operations/holders/witness-holder.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Engine } from "#storage/database/database.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { freshAccount, freshAdmin, openSession } from "../support/accounts/fresh-accounts.ts";
import { cardForm, freshClient, holderOf, pin } from "../support/holders.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { changeRows } from "../support/change-rows.ts";

const reason = "He has come with his passport.";
const share = { whom: "bank", words: "", days: "7", uses: "3" };
const frozen = { id: "page-frozen", status: 403 };
const refused = { id: "not-allowed" };

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("moderator", async ({ portal }) => freshAccount(portal, "moderator"))
    .extend("record", async ({ portal, moderator }) => addTestRecord(portal, moderator))
    .extend("stolen", async ({ portal, moderator, record }) => {
      const card = (await offerHolderLink(portal, moderator, { id: record.id }, {})) ?? "";
      return (await bindByCard(portal, cardForm(card), freshClient(), moderator)).opened;
    });

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  test("a moderator who took a page keeps it against one new card; the second freezes it, and works once another person has seen the holder", async ({
    portal,
    admin,
    moderator,
    record: { id },
    stolen,
  }) => {
    expect(await readHolder(portal, admin, id)).toMatchObject({ near: "session" });
    await makeShareCode(portal, stolen, share);
    await suspendAccount(portal, admin, { ...moderator, why: "left" });
    const second = await freshAdmin(portal);
    await offerHolderLink(portal, admin, { id }, { reason });
    await refuseNewLink(portal, stolen);

    const card = (await offerHolderLink(portal, admin, { id }, { reason })) ?? "";
    const attempts = [
      () => refuseNewLink(portal, stolen),
      () => makeShareCode(portal, stolen, share),
      () => holdBack(portal, stolen, { kind: "visaPaper", isWithheld: true }),
      () => askForMails(portal, stolen, { email: "thief@example.com" }, "en"),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(frozen);
    expect(await readHolderPage(portal, stolen)).toMatchObject({ isFrozen: true });
    expect(await readHolder(portal, admin, id)).toMatchObject({ isFrozen: true, codes: 0, link: { worksFrom: null } });
    expect(await readHolder(portal, admin, id)).toMatchObject({ mayWitness: false, mayBeWitnessed: true });

    // Neither time, nor whoever made the card, nor a person whom that one has just made an admin is enough.
    const binds = (where: Portal = portal) => bindByCard(where, cardForm(card), freshClient());
    await expect(binds(later(portal, 13 * dayMs))).rejects.toMatchObject({ id: "wrong-card" });
    const friend = await freshAccount(portal, "moderator");
    await changeRole(portal, admin, { id: friend.id, role: "admin" });
    const seen = { card: String((await readHolder(portal, second, id)).link?.madeAt) };
    for (const actor of [admin, { ...friend, role: "admin" as const }])
      await expect(witnessHolder(portal, actor, { id }, seen)).rejects.toMatchObject(refused);
    await expect(witnessHolder(portal, { ...second, mustProveAgain: true }, { id }, seen)).rejects.toMatchObject({
      id: "prove-again",
    });
    // The witness has seen this card, not one that was made in the meantime.
    await expect(witnessHolder(portal, second, { id }, { card: "1" })).rejects.toMatchObject({ id: "stale" });
    await expect(withdrawHolderLink(portal, moderator, { id })).rejects.toMatchObject(refused);
    await witnessHolder(portal, second, { id }, seen);
    const { opened } = await binds();
    expect(await readHolderPage(portal, stolen)).toBeNull();
    expect(await readHolderPage(portal, opened)).toMatchObject({ isFrozen: false });
    expect(await readHolder(portal, admin, id)).toMatchObject({ near: null });
    const actions = (await auditTrail(portal, admin, "candidate", id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["holder-frozen", "holder-witnessed", "holder-link-refused"]));
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("on SQLite", () => {
  const test = testWith("sqlite");

  test("an admin ends the access at once; a card works by itself where nobody else may witness it", async ({
    portal,
    admin,
    record: { id },
    moderator,
    stolen,
  }) => {
    await makeShareCode(portal, stolen, share);
    await expect(freezeHolder(portal, moderator, { id }, { reason })).rejects.toMatchObject(refused);
    const { id: withoutPage } = await addTestRecord(portal, moderator);
    await expect(freezeHolder(portal, admin, { id: withoutPage }, { reason })).rejects.toMatchObject({
      id: "not-found",
    });
    await expect(freezeHolder(portal, admin, { id }, {})).rejects.toMatchObject({ fields: { reason: "required" } });
    await freezeHolder(portal, admin, { id }, { reason });
    await expect(makeShareCode(portal, stolen, share)).rejects.toMatchObject(frozen);
    await expect(offerHolderLink(portal, moderator, { id }, { reason })).rejects.toMatchObject(refused);
    // This one may not read the record, so does not count.
    await freshAccount(portal, "moderator");
    // Nobody becomes the only one by suspending the others just now.
    await suspendAccount(portal, admin, moderator);
    const card = (await offerHolderLink(portal, admin, { id }, { reason })) ?? "";
    const bindsAfter = (hours: number) => bindByCard(later(portal, hours * hourMs), cardForm(card), freshClient());
    await expect(bindsAfter(6 * 24)).rejects.toMatchObject({ id: "wrong-card" });
    await bindsAfter(8 * 24);
  });

  test("a page that is given back is as it was, and its holder may refuse a card once again", async ({
    portal,
    admin,
    record,
  }) => {
    // Within one millisecond: the card that opened the page was made before it opened, and the next one was not.
    const moment = portal.now() + dayMs;
    const soon = { ...portal, now: () => moment };
    const { opened } = await holderOf(soon, record);
    await offerHolderLink(soon, admin, { id: record.id }, { reason });
    await refuseNewLink(soon, opened);
    await freezeHolder(soon, admin, { id: record.id }, { reason });
    await giveBackPage(soon, admin, { id: record.id });
    await makeShareCode(soon, opened, share);
    await beginPasskey(soon, opened, { pin });
    await offerHolderLink(soon, admin, { id: record.id }, { reason });
    await refuseNewLink(soon, opened);
    expect(await readHolder(soon, admin, record.id)).toMatchObject({ isFrozen: false, hasRefused: true, link: null });
  });
});

testOn("sqlite")("a page whose holder is damaged is replaced by a new card", async ({ portal, admin }) => {
  const record = await addTestRecord(portal, admin);
  const { opened } = await holderOf(portal, record);
  await portal.database.write((writer) => updateRow(writer, "holder", opened.id, { sealed: Buffer.alloc(60) }));
  const target = { id: record.id };
  for (const change of [freezeHolder(portal, admin, target, { reason }), giveBackPage(portal, admin, target)])
    await expect(change).rejects.toMatchObject({ id: "holder-damaged", status: 409 });
  await expect(witnessHolder(portal, admin, target)).rejects.toMatchObject({ id: "holder-damaged" });
  const card = (await offerHolderLink(portal, admin, target, { reason })) ?? "";
  await bindByCard(later(portal, 4 * dayMs), cardForm(card), freshClient());
});

// One engine is enough: this query is the same on both.
testOn("sqlite")(
  "a page that is opened first in a network of staff is flagged until a second one has seen the holder",
  async ({ portal, admin }) => {
    const record = await addTestRecord(portal, admin);
    const { id: session } = await openSession(portal, admin.id);
    await changeRows(portal, "session", { network: "203.0.113.9" }, { id: session });
    const card = (await offerHolderLink(portal, admin, { id: record.id }, {})) ?? "";
    const { opened } = await bindByCard(portal, cardForm(card), "203.0.113.9");
    await makeShareCode(portal, opened, share);
    const seen = async () => readHolder(portal, admin, record.id);
    // Staff who are alone are not told to wait for a second one.
    expect(await seen()).toMatchObject({ near: "network", mayWitness: false, mayBeWitnessed: false });
    await expect(witnessHolder(portal, admin, { id: record.id })).rejects.toMatchObject(refused);
    const second = await freshAdmin(portal);
    expect(await seen()).toMatchObject({ mayWitness: false, mayBeWitnessed: true });
    await witnessHolder(portal, second, { id: record.id });
    expect(await readHolder(portal, admin, record.id)).toMatchObject({ near: null });
  },
);

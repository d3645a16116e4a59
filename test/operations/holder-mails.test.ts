import { describe, expect } from "vitest";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { answerMailsLink, askForMails, readMailsLink, stopMails, tellLooks } from "#operations/holders/holder-mails.ts";
import { bindByCard } from "#operations/holders/holder-page.ts";
import { joinAccount } from "#operations/holders/holder-account.ts";
import { addPasskey, beginPasskey } from "#operations/holders/holder-passkey.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { tellHolders } from "#operations/holders/tell-holders.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import { writeLookupDays } from "#operations/records/lookup-days.ts";
import { queueMail, waitingMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { decideOnRecord, deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { Authenticator, type CreationOptions } from "../support/accounts/authenticator.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { cardForm, freshClient, holderOf, pin } from "../support/holders.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { TestWallet } from "../support/wallet.ts";
import { here, visitorAt } from "../support/visitors.ts";
import { changeRows } from "../support/change-rows.ts";

const minute = 60_000;
const later = (portal: Portal, ms: number): Portal => ({ ...portal, now: () => Date.now() + ms });
const email = "rahim@example.com";

/** Returns the queued mails to an address, and empties the queue. */
async function mails(portal: Portal, address = email): Promise<string[]> {
  const texts: string[] = [];
  for await (const some of waitingMails(portal))
    texts.push(...some.filter(({ to }) => to === address).map(({ text }) => text));
  await portal.database.write((writer) => writer.deleteFrom("mail").execute());
  return texts;
}

const tokenIn = (text = "") => /token=(\S+)/.exec(text)?.[1] ?? "";

/** Sends the mails to holders that are due in `ms` milliseconds. Returns the text before the second language. */
async function newsBy(portal: Portal, ms = 10 * minute): Promise<string> {
  await followAuditLog(portal);
  await tellHolders(later(portal, ms));
  return (await mails(portal)).map((text) => text.split("* * *")[0]).join("");
}

const changes: Record<string, [(portal: Portal, record: CandidateRecord) => Promise<unknown>, RegExp]> = {
  "is hidden": [(portal, { id }) => hideRecord(portal, admin, { id }), /^– Your record is not published any more\.$/],
  "is withdrawn": [
    (portal, { id }) => decideOnRecord(portal, admin, { id }, "deny"),
    /^– Your record is not published any more\.$/,
  ],
  "is hidden and shown again": [
    async (portal, { id }) => {
      await hideRecord(portal, admin, { id });
      await unhideRecord(portal, admin, { id });
    },
    /^– Your record is published now\.$/,
  ],
  "says something else, with another document": [
    async (portal, record) => {
      const images = { lmia: await uploaded(portal, admin) };
      await updateRecord(portal, admin, record, { particulars: { ...record, address: "Sylhet" }, images });
    },
    /^– A paper was added, changed or removed\.\n– What the record says about you was changed\.$/,
  ],
  "loses a document": [
    (portal, record) => updateRecord(portal, admin, record, { particulars: record, images: { visaPaper: null } }),
    /^– A paper was added, changed or removed\.$/,
  ],
  "is given to somebody on the staff": [(portal, { id }) => assignRecord(portal, admin, { id }, null), /^$/],
};
const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("record", async ({ portal }) => {
      await followAuditLog(portal);
      return addTestRecord(portal, admin, { images: { visaPaper: await uploaded(portal, admin) } });
    })
    .extend("opened", async ({ portal, record }) => (await holderOf(portal, record)).opened)
    .extend("token", async ({ portal, opened }) => {
      await askForMails(portal, opened, { email: " Rahim@Example.com" }, "en");
      const token = tokenIn((await mails(portal))[0]);
      await answerMailsLink(portal, token, "confirm");
      await newsBy(portal);
      return token;
    });

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  test("an address gets mails once its owner confirms it with a link that is valid for a day, and until they stop the mails", async ({
    portal,
    record,
    opened,
  }) => {
    await askForMails(portal, opened, { email }, "en");
    const [text = ""] = await mails(portal);
    expect(text).not.toMatch(new RegExp(`${record.name}|${record.passportNumber}`));
    const token = tokenIn(text);
    expect(await readMailsLink(portal, token)).toMatchObject({ address: email, isConfirmed: false });
    await hideRecord(portal, admin, { id: record.id });
    expect(await newsBy(portal)).toBe("");
    expect(await readMailsLink(later(portal, 24 * 60 * minute), token)).toBeNull();
    await answerMailsLink(portal, token, "confirm");
    await unhideRecord(portal, admin, { id: record.id });
    const news = await newsBy(portal);
    expect(news).toContain("Your record is published");
    expect(news).not.toMatch(new RegExp(`${record.name}|${record.passportNumber}|visa`, "i"));
    await answerMailsLink(portal, tokenIn(news), "stop");
    await hideRecord(portal, admin, { id: record.id });
    expect(await newsBy(portal)).toBe("");
    for (const ended of [token, tokenIn(news), "", "guess"])
      await expect(answerMailsLink(portal, ended, "confirm")).rejects.toMatchObject({ id: "link-ended" });
  });

  test("deleting a record deletes the address and its queued mails, and sends a last mail about the deletion", async ({
    portal,
    record,
    token,
  }) => {
    await hideRecord(portal, admin, { id: record.id });
    await followAuditLog(portal);
    await tellHolders(later(portal, 10 * minute));
    const { opened: another } = await holderOf(portal, await addTestRecord(portal));
    await askForMails(portal, another, { email }, "en");
    await deleteRecord(portal, admin, { id: record.id });
    const [question = "", last = "", ...others] = (await mails(portal)).toSorted();
    expect(last).toContain("deleted its record about you");
    expect(last).not.toMatch(new RegExp(`${record.name}|${record.passportNumber}|token=`));
    // This mail is about another record with the same address.
    expect(question).toContain("token=");
    expect(others).toEqual([]);
    expect(await readMailsLink(portal, token)).toBeNull();
    expect(await newsBy(portal)).toBe("");
  });
});

// One engine is enough: these queries are the same on both.
describe("on SQLite", () => {
  const test = testWith("sqlite");
  test.for(Object.entries(changes))(
    "the holder gets the right mail, if any, when the record %s",
    async ([, [change, words]], { portal, record, token }) => {
      expect(token).not.toBe("");
      await change(portal, record);
      expect(await newsBy(portal, 9 * minute)).toBe("");
      const news = /–.*(?:\n–.*)*/.exec(await newsBy(portal))?.[0] ?? "";
      expect(news).toMatch(words);
      expect(await newsBy(portal)).toBe("");
    },
  );

  test("the holder gets a mail at once about a new link, a passkey, an account or a wallet, and none about other actions of their own", async ({
    portal,
    record,
    opened,
    token,
  }) => {
    await holdBack(portal, opened, { kind: "visaPaper", isWithheld: true });
    expect(await newsBy(portal)).toBe("");
    // A person who saw the holder type the PIN could have done this.
    const { grant, options } = await beginPasskey(portal, opened, { pin });
    const key = new Authenticator(portal.publicOrigin);
    await addPasskey(portal, opened, { grant, passkey: JSON.stringify(key.create(options as CreationOptions)) });
    expect(await newsBy(portal, 0)).toContain("used your PIN to add a passkey");
    await joinAccount(portal, opened, { pin }, await freshAccount(portal, "student"));
    expect(await newsBy(portal, 0)).toContain("used your PIN to connect an account");
    await (await TestWallet.make()).takes(portal, opened);
    expect(await newsBy(portal, 0)).toContain("A wallet took a signed copy of your record.");
    const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
    const news = await newsBy(portal, 0);
    expect(news).toContain("refuse the card. You can do that for 72 hours");
    expect(news).toContain(`${portal.publicOrigin}/my-record\n`);
    expect(news).not.toContain("Lost");
    // After a new holder takes the page over, the old address gets no mail, and old links are invalid.
    await bindByCard(later(portal, 73 * 60 * minute), cardForm(code), freshClient());
    await hideRecord(portal, admin, { id: record.id });
    expect(await newsBy(portal)).toBe("");
    expect(await readMailsLink(portal, token)).toBeNull();
  });

  test("a holder who cannot be opened does not delay the mails to others, nor the deletion of the record", async ({
    portal,
    record,
    token,
  }) => {
    const broken = await addTestRecord(portal);
    await holderOf(portal, broken);
    await changeRows(portal, "holder", { sealed: Buffer.alloc(60) }, { candidate_id: broken.id });
    for (const { id } of [broken, record]) await hideRecord(portal, admin, { id });
    expect(token).not.toBe("");
    expect(await newsBy(portal)).toContain("Your record is not published any more.");
    await deleteRecord(portal, admin, { id: broken.id });
    await expect(readRecord(portal, admin, broken.id)).rejects.toMatchObject({ id: "not-found" });
  });

  test("an unconfirmed address gets no mail about the deletion and loses none of its other mails", async ({
    portal,
    record,
    opened,
  }) => {
    const own = { to: email, senderName: "", subject: "", text: "Choose a new password" };
    await queueMail(portal, own);
    await askForMails(portal, opened, { email }, "en");
    await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost", email });
    await deleteRecord(portal, admin, { id: record.id });
    expect(await mails(portal)).toEqual([own.text]);
  });

  test("another address replaces the first after a mail to the first; five requests a day are allowed, three to one mailbox", async ({
    portal,
    opened,
    token,
  }) => {
    const ask = (typed: string) => askForMails(portal, opened, { email: typed }, "en");
    await expect(ask("rahim")).rejects.toMatchObject({ fields: { email: "email-format" } });
    await expect(ask("karim@example.com")).rejects.toMatchObject({ id: "not-allowed" });
    await stopMails(portal, opened);
    expect(await mails(portal)).toEqual([expect.stringContaining("with your PIN and stopped the mails")]);
    await ask("karim@example.com");
    expect(await readMailsLink(portal, token)).toBeNull();
    const tooMany = expect.objectContaining({ id: "too-many-requests" });
    for (const _ of [2, 3]) await ask("karim+more@example.com");
    await expect(ask("karim@example.com")).rejects.toEqual(tooMany);
    await expect(ask("salma@example.com")).rejects.toEqual(tooMany);
    await stopMails(portal, opened);
    await expect(stopMails(portal, { ...opened, secret: "x" })).rejects.toMatchObject({ id: "wrong-pin" });
    const letters = await mails(portal, "karim+more@example.com");
    expect(letters).toHaveLength(2);
    expect(await readMailsLink(portal, tokenIn(letters.at(-1)))).toBeNull();
  });

  test("a holder who asks for it is told of looks and of uses of a share code, and not after that", async ({
    portal,
    record,
    opened,
    token,
  }) => {
    expect(token).not.toBe("");
    const { code } = await makeShareCode(portal, opened, { whom: "employer", days: "7", uses: "3" });
    const looked = async () => {
      await visitorAt(portal, here).asks(record.passportNumber);
      await askByShareCode(portal, { code, name: record.name }, { address: here, channel: "web" });
      await writeLookupDays(portal);
      return newsBy(portal);
    };
    expect(await looked()).toBe("");
    await visitorAt(portal, here).asks(record.passportNumber);
    await writeLookupDays(portal);
    await tellLooks(portal, opened, true);
    expect(await newsBy(portal)).toBe("");
    const news = await looked();
    expect(news).toMatch(/^– Somebody looked your record up\..*\n– Somebody used one of your share codes\.$/m);
    expect(news).not.toMatch(new RegExp(`${record.name}|${record.passportNumber}|${here}`));
    await visitorAt(portal, here).asks(record.passportNumber);
    await writeLookupDays(portal);
    await tellLooks(portal, opened, false);
    expect(await newsBy(portal)).toBe("");
    await expect(tellLooks(portal, { ...opened, secret: "x" }, true)).rejects.toMatchObject({ id: "wrong-pin" });
  });
});

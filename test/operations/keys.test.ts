import { randomBytes, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, importJWK, jwtVerify } from "jose";
import { describe, expect } from "vitest";
import type { PublicJwk } from "#verify/public-keys.ts";
import { type Actor, anonymous } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { verifyAudit, verifyRecords } from "#operations/upkeep/verify.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { readReceipt } from "#operations/classes/receipts.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { askForMails } from "#operations/holders/holder-mails.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { reportAsHolder } from "#operations/holders/holder-reports.ts";
import { makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import type { Provider, SignIn } from "#core/settings/sign-in.ts";
import { changeMailServer } from "#operations/settings/change-mail-server.ts";
import { currentSignIn } from "#operations/portal/current-settings.ts";
import { changeSignIn } from "#operations/settings/change-sign-in.ts";
import { mailServerIn } from "#operations/mails/mail-server.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { needsOtherSecret, rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeDate } from "#operations/settings/change-settings.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { openedWatch, sealedWatch } from "#operations/watches/sealed-watch.ts";
import { mailboxIndexes } from "#sealing/keyed-hashes.ts";
import { recordColumns } from "#storage/database/records/records.ts";
import { indexColumns } from "#storage/database/records/record-row.ts";
import { insertRow, insertRows, updateRow } from "#storage/database/rows.ts";
import { watchesOfMailbox, watchesOfShown } from "#storage/database/holders/watches.ts";
import { addWebhook, readWebhooks } from "#operations/webhooks/manage-webhooks.ts";
import { facts, paid, pay } from "../support/classes.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { holderOf } from "../support/holders.ts";
import { attestry } from "../support/command.ts";
import { addTestRecord } from "../support/records.ts";
import { plainTextsIn } from "../support/traces.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";

const older = "an older secret of at least 32 characters";
const newer = "a newer secret of at least 32 characters";

describe.each(engines)("a new SECRET on %s", (engine) => {
  const test = testOn(engine);

  test("replaces the old one without a moment in which a record is not found", async ({ environment }) => {
    const withOlder = await openForTest({ ...environment, SECRET: older });
    const before = await addTestRecord(withOlder);
    await changeDate(withOlder, admin, "2026-03-31");

    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    const during = await addTestRecord(withBoth);
    const found = async (portal: Portal, number: string) =>
      (await lookUpRecord(portal, { by: "either", number })) !== null;
    for (const number of [before.passportNumber, during.irccNumber]) expect(await found(withBoth, number)).toBe(true);
    await expect(addTestRecord(withBoth, admin, { passportNumber: before.passportNumber })).rejects.toMatchObject({
      id: "duplicate-number",
    });

    const touched = await addTestRecord(withOlder);
    await hideRecord(withBoth, admin, { id: touched.id });
    await unhideRecord(withBoth, admin, { id: touched.id });
    await expect(openForTest({ ...environment, SECRET: newer })).rejects.toThrow(/a secret that was not given/);

    expect(await rotateKeys(withBoth, commandLine)).toEqual({ rotated: 1, broken: [] });
    expect(await rotateKeys(withBoth, commandLine)).toEqual({ rotated: 0, broken: [] });

    const withNewer = await openForTest({ ...environment, SECRET: newer });
    for (const number of [before.irccNumber, during.passportNumber, touched.irccNumber]) {
      expect(await found(withNewer, number)).toBe(true);
    }
    expect(await verifyRecords(withNewer)).toEqual({ opened: 3, broken: [] });
    expect((await auditTrail(withNewer, admin, "candidate", before.id))[0]?.details).toMatchObject({
      address: { to: before.address },
    });
    expect(await verifyAudit(withNewer)).toEqual({ events: 7, brokenAt: null });
  });

  test("opens everything that was sealed under the old one, after the rotation", async ({ environment }) => {
    const withOlder = await openForTest({ ...environment, SECRET: older });
    const checks = await inTurn(Object.values(sealedContents), ({ make }) => make(withOlder));
    await rotateKeys(await openForTest({ ...environment, SECRET: `${newer},${older}` }), commandLine);
    const withNewer = await openForTest({ ...environment, SECRET: newer });
    expect(await needsOtherSecret(withNewer)).toBe(false);
    await inTurn(checks, (isSeen) => isSeen(withNewer));
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a new SECRET", () => {
  const test = testOn("sqlite");

  test("replaces the old one also if records cannot be opened", async ({ environment }) => {
    const withOlder = await openForTest({ ...environment, SECRET: older });
    const { id: withoutContent } = await addTestRecord(withOlder);
    const { id: withoutKey } = await addTestRecord(withOlder);
    await withOlder.database.write(async (writer) => {
      const spoilt = new Uint8Array(99);
      await updateRow(writer, "candidate", withoutContent, { sealed: spoilt });
      await updateRow(writer, "candidate", withoutKey, { wrapped_key: spoilt });
      const columns = [...new Set([...recordColumns, ...indexColumns, "name_folded", "holder_state"] as const)];
      const [found] = await writer.selectFrom("candidate").select(columns).where("id", "=", withoutKey).execute();
      if (!found) throw new Error("the record is missing");
      const { seq: _, ...row } = found;
      const copies = Array.from({ length: 450 }, () => ({
        ...row,
        id: randomUUID(),
        passport_index: randomBytes(16),
        ircc_index: randomBytes(16),
      }));
      await insertRows(writer, "candidate", copies);
    });
    const whole = await addTestRecord(withOlder);
    const both = { ...environment, SECRET: `${newer},${older}` };
    const withBoth = await openForTest(both);
    const webhook = randomUUID();
    await withBoth.database.write((writer) =>
      insertRow(writer, "webhook", {
        id: webhook,
        made_at: 0,
        failing_since: null,
        key_set: withOlder.keyring.current.id,
        wrapped_key: new Uint8Array(99),
        sealed: new Uint8Array(99),
      }),
    );
    const { rotated, broken } = await rotateKeys(withBoth, commandLine);
    expect([rotated, broken.length, broken.at(-1)]).toEqual([2, 452, `webhook ${webhook}`]);
    expect(await readWebhooks(withBoth, admin)).toMatchObject([{ id: webhook, url: null }]);
    expect(await lookUpRecord(withBoth, { by: "either", number: whole.passportNumber })).not.toBeNull();
    const left = await withBoth.database.read
      .selectFrom("candidate")
      .select("id")
      .where("key_set", "<>", withBoth.keyring.current.id)
      .execute();
    expect(left).toHaveLength(451);
    expect(await attestry(both, ["keys", "rotate"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^452 rows could not be rotated/m),
    });
  });

  test("is refused at the start if the data is sealed under another one", async ({ environment }) => {
    await openForTest({ ...environment, SECRET: older });
    await expect(openForTest({ ...environment, SECRET: newer })).rejects.toThrow(/a secret that was not given/);
  });
});

testOn("sqlite")("no sealed text is on the disk as plain text", async ({ environment, portal }) => {
  await inTurn(Object.values(sealedContents), ({ make }) => make(portal));
  const words = Object.values(sealedContents).flatMap((content) => content.words ?? []);
  expect(await plainTextsIn(environment["DATA_DIR"] ?? "", [facts.title, ...words])).toEqual([facts.title]);
});

testOn("sqlite")(
  "after a record is deleted, not even the sealed data of its holder is on the disk",
  async ({ environment, portal }) => {
    const { id, card } = await plantHolder(portal);
    const sealed = await sealedOfHolders(portal);
    expect(await plainTextsIn(environment["DATA_DIR"] ?? "", [...sealed, card])).toEqual(sealed);
    await deleteRecord(portal, admin, { id });
    expect(await plainTextsIn(environment["DATA_DIR"] ?? "", [...sealed, card, ...Object.values(ofHolder)])).toEqual(
      [],
    );
  },
);

/** What a holder enters, and what staff enter for a new card. */
const ofHolder = {
  pin: "850274",
  fact: "Zulekha Planted",
  email: "planted.holder@example.com",
  words: "For a planted loan",
  message: "A planted year is wrong.",
  reason: "A planted phone is lost",
};

async function plantHolder(portal: Portal) {
  const { pin, fact, email, reason, ...given } = ofHolder;
  const record = await addTestRecord(portal, admin, { motherName: fact });
  const { opened } = await holderOf(portal, record, { fact, pin, pin2: pin });
  await askForMails(portal, opened, { email }, "en");
  await makeShareCode(portal, opened, { whom: "bank", words: given.words, days: "7", uses: "3" });
  await reportAsHolder(portal, opened, { kind: "mistake", message: given.message }, "en");
  const card = (await offerHolderLink(portal, admin, { id: record.id }, { reason })) ?? "";
  return { id: record.id, opened, card };
}

async function sealedOfHolders({ database: { read } }: Portal): Promise<Uint8Array[]> {
  const tables = ["holder", "holder_link", "share_code"] as const;
  const rows = await Promise.all(tables.map((table) => read.selectFrom(table).select("sealed").execute()));
  return rows.flat().map(({ sealed }) => sealed);
}

type SealedContent = {
  /** Some words of the sealed content. */
  words?: string[];
  /** Creates the content. Returns a check that it can be read again, under any secret. */
  make: (portal: Portal) => Promise<(after: Portal) => Promise<unknown>>;
};

const half = { passportNumber: " zx9876543", name: "Rahim the Half Typed", address: "12/A, Mirpur" };
const report = {
  kind: "mistake",
  about: "A12345678",
  message: "The father’s name is Abdul Karim.",
  contact: "+880 1000 000000",
};
const mailServer = {
  host: "mail.example.com",
  port: 465,
  encryption: "tls",
  user: "the-site@example.com",
  password: "a password of a mail server",
  from: "",
} as const;
const provider: Provider = {
  id: "1",
  name: "Office",
  issuer: "https://login.agency.example",
  clientId: "site",
  clientSecret: "planted one",
  scopes: "",
  claim: "groups",
  roles: "clerks = moderator",
  changedBy: "a",
  changedAt: 1,
};
const signIn: SignIn = { providers: [provider], localAdmin: "" };
const seesImage = (portal: Portal, page: string, actor: Actor = admin) =>
  expect(openImage(portal, { page, size: "list", viewer: { actor } })).resolves.toBeDefined();

const sealedContents: Record<string, SealedContent> = {
  "signing keys": {
    make: async (portal) => {
      const keys = await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
      return async (after) => {
        for (const { publicJwk } of keys) await signsFor(after, publicJwk);
      };
    },
  },
  payment: {
    words: [paid.reference],
    make: async (portal) => {
      const me = await freshAccount(portal, "student");
      const { id: classId } = await addClass(portal, admin, facts);
      const { enrolmentId } = await enrol(portal, me, { classId, personId: me.id });
      const { id } = await pay(portal, enrolmentId);
      return async (after) => expect(await readReceipt(after, me, id)).toMatchObject(paid);
    },
  },
  "mail server": {
    words: [mailServer.password, mailServer.user],
    make: async (portal) => {
      await changeMailServer(portal, admin, { server: mailServer, expectedVersion: 1 });
      return async (after) => {
        const row = await after.database.find(settingsRow, []);
        expect(mailServerIn(after, row)).toEqual(mailServer);
      };
    },
  },
  "sign-in providers": {
    words: [provider.clientSecret, provider.issuer],
    make: async (portal) => {
      await changeSignIn(portal, admin, { signIn });
      return async (after) => expect(await currentSignIn(after)).toEqual(signIn);
    },
  },
  webhook: {
    words: ["hooks.example.com", "whsec_"],
    make: async (portal) => {
      await addWebhook(portal, admin, { url: "https://hooks.example.com/records" });
      return async (after) =>
        expect(await readWebhooks(after, admin)).toMatchObject([{ url: "https://hooks.example.com/records" }]);
    },
  },
  report: {
    words: [report.about, "Abdul Karim", report.contact],
    make: async (portal) => {
      await receiveReport(portal, report, { clientAddress: "198.51.100.1", isJunk: false });
      return async (after) =>
        expect((await listReports(after, admin)).reports).toContainEqual(expect.objectContaining(report));
    },
  },
  "the holder of a record": {
    words: Object.values(ofHolder),
    make: async (portal) => {
      const { id, opened } = await plantHolder(portal);
      return async (after) => {
        expect(await readHolder(after, admin, id)).toMatchObject({ link: { reason: ofHolder.reason } });
        expect(await readHolderPage(after, opened)).toMatchObject({ newLink: { reason: ofHolder.reason } });
        expect(await ownShareCodes(after, opened)).toMatchObject({ codes: [{ words: ofHolder.words }] });
      };
    },
  },
  "watches of two registries": {
    words: ["somebody.waits", "A98765432"],
    make: async (portal) => {
      const other = { ...portal, registry: "Other" };
      await addTestRecord(other);
      const watch = { number: "A98765432", email: "somebody.waits@example.com", name: "", language: "en" } as const;
      const times = { confirmed_at: 1, ends_at: portal.now() + 3_600_000 };
      const rows = [portal, other].map((one) => ({ ...sealedWatch(one, randomUUID(), watch), ...times }));
      await portal.database.write((writer) => insertRows(writer, "watch", rows));
      return async (after) => {
        for (const registry of [after.registry, other.registry]) {
          const mailboxes = mailboxIndexes(after.keyring, registry, watch.email);
          const [found, ...more] = await watchesOfMailbox(after.database.read, mailboxes, 0);
          expect([found && openedWatch(after, found), more]).toEqual([watch, []]);
        }
        await addTestRecord(after, admin, { passportNumber: watch.number });
        const keySet = after.keyring.current.id;
        const shown = { registry: after.registry, keySet, now: 0, onlyChanged: true, afterId: "", atMost: 1 };
        expect(await watchesOfShown(after.database.read, shown)).toMatchObject([{ key_set: keySet }]);
      };
    },
  },
  draft: {
    words: [half.passportNumber.trim(), half.name, half.address],
    make: async (portal) => {
      const me = await freshAccount(portal, "moderator");
      const place = { form: randomUUID(), opening: randomUUID() };
      await saveDraft(portal, me, { ...place, particulars: half, unsorted: [await uploaded(portal, me)] });
      return async (after) =>
        expect((await readDrafts(after, me)).draft).toMatchObject({ particulars: half, unsorted: [{}] });
    },
  },
  post: {
    make: async (portal) => {
      const images = [await uploaded(portal, admin), await uploaded(portal, admin)];
      await addPost(portal, admin, { title: "A new office", text: "We moved.", images });
      return (after) => seesImage(after, `${images[1]}-1`, anonymous);
    },
  },
  "images of a record, and one that waits": {
    make: async (portal) => {
      const images = { workPermit: await uploaded(portal, admin) };
      const record = await addTestRecord(portal, admin, { images });
      const waiting = await uploaded(portal, admin);
      return async (after) => {
        for (const image of [images.workPermit, waiting]) await seesImage(after, `${image}-1`);
        const attached = { particulars: record, images: { lmia: waiting } };
        expect(await updateRecord(after, admin, { id: record.id }, attached)).toMatchObject({ modified: 1 });
      };
    },
  },
};

/** Checks the signature with `jose`, which shares no code with the program. */
async function signsFor(portal: Portal, { use, ...publicJwk }: PublicJwk): Promise<void> {
  const { kid, sign } = await currentSigningKey(portal, publicJwk.alg === "ES256" ? "statement" : "log");
  expect(kid).toBe(publicJwk.kid);
  const input = `${inBase64Url({ alg: publicJwk.alg })}.${inBase64Url({ at: 1 })}`;
  const signed = `${input}.${sign(Buffer.from(input)).toString("base64url")}`;
  expect(await jwtVerify(signed, await importJWK(publicJwk))).toMatchObject({ payload: { at: 1 } });
  expect([use, await calculateJwkThumbprint(publicJwk)]).toEqual(["sig", kid]);
}

const inBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function inTurn<Item, Result>(items: readonly Item[], step: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await step(item));
  return results;
}

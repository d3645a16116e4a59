import { describe, expect, onTestFinished } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { isPortalError } from "#core/errors.ts";
import { irccNumber as ircc } from "#core/records/second-number.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { subjectAccessExport } from "#operations/exports/all-about-person.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { sealToken } from "#sealing/token.ts";
import { sealedWatch } from "#operations/watches/sealed-watch.ts";
import { deleteOldWatches, tellWatchers } from "#operations/watches/tell-watchers.ts";
import { askToWatch, confirmWatches, readWatches, stopWatches } from "#operations/watches/watch-number.ts";
import { offerToWatch } from "#operations/watches/offer-to-watch.ts";
import type { Engine } from "#storage/database/database.ts";
import { insertRow, rowById, updateRow } from "#storage/database/rows.ts";
import { watchesOfShown } from "#storage/database/holders/watches.ts";
import { moderator, particulars } from "../support/accounts/people.ts";
import { MailServer } from "../support/mail-server.ts";
import { engines, freshEnvironment, later, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";
import { changeRows } from "../support/change-rows.ts";
import { arriving, ask, askFrom, confirmed, tokenIn } from "../support/watch-requests.ts";

const hour = 3_600_000;
const day = 24 * hour;

const watchTestOn = (engine: Engine) =>
  testOn(engine)
    .extend("server", async () => {
      const server = await new MailServer().start();
      onTestFinished(() => server.stop());
      return server;
    })
    .extend("environment", async ({ server }) => ({ ...(await freshEnvironment(engine)), SMTP_URL: server.url }));

type Publication = (
  portal: Portal,
  admin: Parameters<typeof hideRecord>[1],
) => Promise<{
  number: string;
  publish: () => Promise<unknown>;
}>;

const publications: Record<string, Publication> = {
  "added by an admin": async (portal, admin) => {
    const typed = particulars();
    return { number: String(typed["passportNumber"]), publish: () => add(portal, admin, typed) };
  },
  approved: async (portal, admin) => {
    const { id, irccNumber } = await add(portal, moderator);
    return { number: irccNumber, publish: () => decideOnRecord(portal, admin, { id }, "approve") };
  },
  unhidden: async (portal, admin) => {
    const { id, passportNumber } = await add(portal, admin);
    await hideRecord(portal, admin, { id });
    return { number: passportNumber, publish: () => unhideRecord(portal, admin, { id }) };
  },
  "approved, although its number was stored before hyphens belonged to it": async (portal, admin) => {
    const { id, irccNumber } = await add(portal, moderator);
    const form = { secondNumber: { ...ircc, form: ["hyphen", "slash"] } } as const;
    await changeSettings(portal, system("test"), { change: form });
    const number = `${irccNumber.slice(0, 3)}-${irccNumber.slice(3)}`;
    return { number, publish: () => decideOnRecord(portal, admin, { id }, "approve") };
  },
  "given this number": async (portal, admin) => {
    const { id } = await add(portal, admin);
    const typed = particulars();
    const publish = () => updateRecord(portal, admin, { id }, { particulars: typed, images: {} });
    return { number: String(typed["passportNumber"]), publish };
  },
};

describe.each(engines)("on %s", (engine) => {
  const test = watchTestOn(engine);

  test("a mailbox gets one confirmation mail a day for all of its numbers, and none once it stopped its watches", async ({
    portal,
    server,
  }) => {
    for (const email of ["v.ictim+1@gmail.com", "victim+2@googlemail.com", "VICTIM@gmail.com"])
      for (const number of ["A1000001", "A1000002", "A1000001"]) await ask(portal, email, number);
    const mails = await arriving(portal, server);
    expect(mails.flatMap(({ to }) => to)).toEqual(["v.ictim+1@gmail.com"]);
    const token = tokenIn(mails[0]?.text);
    expect(await readWatches(portal, token)).toMatchObject([{ ending: "002" }, { ending: "001" }]);
    for (let more = 0; more < 12; more += 1) await ask(portal, "victim@gmail.com", `B20000${more}`);
    expect(await rowsLeft(portal)).toBe(10);
    // The newest watch exists, even if others have used up the limit of the mailbox.
    const endings = (await readWatches(portal, token))?.map(({ ending }) => ending);
    expect([endings?.includes("011"), endings?.includes("001")]).toEqual([true, false]);
    await confirmWatches(portal, token);
    await ask(portal, "victim@gmail.com", "A3000001");
    expect((await readWatches(portal, token))?.filter(({ isConfirmed }) => isConfirmed)).toHaveLength(10);

    await stopWatches(portal, token);
    expect(await rowsLeft(portal)).toBe(0);
    const [nextDay, inTime] = [later(portal, 2 * day), later(portal, 60 * day)];
    await ask(nextDay, "victim@gmail.com", "A1000001");
    expect([await rowsLeft(portal), await arriving(nextDay, server)]).toEqual([0, []]);
    await deleteOldWatches(inTime);
    await ask(inTime, "victim@gmail.com", "A1000001");
    expect((await arriving(inTime, server)).flatMap(({ to }) => to)).toEqual(["victim@gmail.com"]);
  });

  test("a hundred watches of one number cause one mail each, sent in batches by two processes", async ({
    portal,
    environment,
    admin,
    server,
  }) => {
    const { passportNumber: number } = await add(portal, admin);
    const emails = Array.from({ length: 100 }, (_, at) => `person-${at}@example.com`);
    await portal.database.write(async (writer) => {
      for (const [at, email] of emails.entries()) {
        const watch = sealedWatch(portal, `watch-${at}`, { number, name: "", email, language: "bn" });
        await insertRow(writer, "watch", { ...watch, confirmed_at: 1, ends_at: portal.now() + day });
      }
    });
    const there = await openForTest(environment);
    await tellWatchers(portal);
    expect(await rowsLeft(portal)).toBe(80);
    const queued = () => portal.database.read.selectFrom("mail").select("id").execute();
    while ((await rowsLeft(portal)) > 0) await Promise.all([tellWatchers(portal), tellWatchers(there)]);
    expect(await queued()).toHaveLength(100);
    // Only a sample of the mails is delivered.
    const sealedMails = await queued();
    await portal.database.write((writer) =>
      writer
        .deleteFrom("mail")
        .where(
          "id",
          "in",
          sealedMails.slice(20).map(({ id }) => id),
        )
        .execute(),
    );
    const arrived = (await arriving(portal, server)).flatMap(({ to }) => to);
    expect(arrived).toHaveLength(20);
    expect(new Set([...arrived, ...emails]).size).toBe(100);
  });
});

// One engine is enough: these queries are the same on both.
describe("on SQLite", () => {
  const test = watchTestOn("sqlite");

  for (const [how, prepare] of Object.entries(publications)) {
    test(`a person who waits gets one mail when a record is ${how}`, async ({ portal, admin, server }) => {
      const { number, publish } = await prepare(portal, admin);
      const token = await confirmed(portal, server, "Karim@example.com", number);
      await tellWatchers(portal);
      expect(await arriving(portal, server)).toEqual([]);
      await publish();
      // The mail waits in the queue while the server accepts none.
      await tellWatchers({ ...portal, mail: { ...portal.mail, refusedAt: portal.now() } });
      const [mail, ...more] = await arriving(portal, server);
      expect(more).toEqual([]);
      expect(mail?.to).toEqual(["karim@example.com"]);
      expect(mail?.text).toContain(`ends in ${number.slice(-3)}. There is one now.`);
      expect(mail?.text).toContain(`${portal.publicOrigin}/Check_Visa\n`);
      // A person who reads the mail on its way learns neither number nor name, and no link leads to the record.
      expect(mail?.source).not.toMatch(new RegExp(`${number}|Rahim|Uddin`, "i"));
      expect(mail?.headers).toMatchObject({
        "list-unsubscribe": expect.stringContaining(`${portal.publicOrigin}/watch?token=`),
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      });
      expect(await readWatches(portal, token)).toEqual([]);
      await tellWatchers(portal);
      expect(await arriving(portal, server)).toEqual([]);
    });
  }

  test("the mail says first what has ended, in each language", async ({ portal, admin, server }) => {
    const typed = particulars();
    await confirmed(portal, server, "karim@example.com", String(typed["passportNumber"]));
    await add(portal, admin, { ...typed, lastDays: { visaPaper: "2020-01-31", medical: "2020-03-01" } });
    await tellWatchers(portal);
    const [mail] = await arriving(portal, server);
    const said = "The visa paper in this record ended on 31 January 2020";
    expect(mail?.text).toMatch(
      new RegExp(`^${said}\n\nYou asked [^]*\n\n\nএই রেকর্ডের ভিসার কাগজ: মেয়াদ শেষ হয়েছে ৩১ জানুয়ারি, ২০২০ তারিখে\n\n`),
    );
    expect(mail?.headers["subject"]).toMatch(new RegExp(`^${said} / এই রেকর্ডের`));
  });

  test("under the policy guarded only a watch with a matching name causes a mail, and under a stricter policy none does", async ({
    portal,
    admin,
    server,
  }) => {
    const policyIs = (lookupPolicy: LookupPolicy) => changeSettings(portal, admin, { change: { lookupPolicy } });
    await policyIs("guarded");
    const typed = particulars({ name: "Rahim Uddin Mia" });
    const number = String(typed["passportNumber"]);
    await confirmed(portal, server, "right@example.com", number, "mia, RAHIM");
    await confirmed(portal, server, "wrong@example.com", number, "Karim Uddin Mia");
    await confirmed(portal, server, "short@example.com", number, "Rahim");
    const { id } = await add(portal, admin, typed);
    await policyIs("code");
    await expect(ask(portal, "b@example.com", number)).rejects.toMatchObject({ id: "not-found" });
    await tellWatchers(portal);
    expect(await arriving(portal, server)).toEqual([]);
    await policyIs("guarded");
    await tellWatchers(portal);
    expect((await arriving(portal, server)).flatMap(({ to }) => to)).toEqual(["right@example.com"]);
    expect(await rowsLeft(portal)).toBe(2);

    // Names that did not match are compared again once the record has changed. A queued mail is dropped if the policy
    // is stricter.
    const afterwards = later(portal, hour);
    const toCompare = () => {
      const { registry, keyring, now } = afterwards;
      const shown = { registry, keySet: keyring.current.id, now: now(), onlyChanged: true, afterId: "", atMost: 9 };
      return watchesOfShown(portal.database.read, shown);
    };
    await tellWatchers(afterwards);
    expect(await toCompare()).toEqual([]);
    await updateRecord(afterwards, admin, { id }, { particulars: { ...typed, name: "Karim Uddin Mia" }, images: {} });
    // A name is not compared while the record cannot be opened.
    const { sealed } = (await rowById(portal.database.read, "candidate", id)) ?? expect.fail();
    const sealAs = (bytes: Uint8Array) =>
      portal.database.write((writer) => updateRow(writer, "candidate", id, { sealed: bytes }));
    await sealAs(Buffer.from("damaged"));
    await tellWatchers(later(portal, 2 * hour));
    await sealAs(sealed);
    expect(await toCompare()).toHaveLength(2);
    await tellWatchers(afterwards);
    expect(await rowsLeft(portal)).toBe(1);
    await policyIs("code");
    expect(await arriving(afterwards, server)).toEqual([]);
    await policyIs("guarded");
    expect(await arriving(later(portal, 2 * hour), server)).toEqual([]);
  });

  test("two numbers with a slash that differ in their hyphens are two watches, and each ends with its own mail", async ({
    portal,
    admin,
    server,
  }) => {
    const form = { secondNumber: { ...ircc, form: ["hyphen", "slash"] } } as const;
    await changeSettings(portal, system("test"), { change: form });
    await ask(portal, "karim@example.com", "12-345/67");
    const token = await confirmed(portal, server, "karim@example.com", "1-2345/67");
    expect(await readWatches(portal, token)).toHaveLength(2);
    const { id } = await add(portal, admin, { irccNumber: "12-345/67" });
    const all = await subjectAccessExport(portal, admin, await readRecord(portal, admin, id));
    expect(all.watches).toHaveLength(1);
    await tellWatchers(portal);
    expect(await arriving(portal, server)).toHaveLength(1);
    expect(await readWatches(portal, token)).toHaveLength(1);
  });

  test("whoever left the signs of a number out is told of its record", async ({ portal, admin, server }) => {
    const example = "201/2024/2/0123456";
    await changeSettings(portal, system("test"), { change: { secondNumber: { ...ircc, example, form: ["slash"] } } });
    const token = await confirmed(portal, server, "karim@example.com", "301202517654321");
    expect(await readWatches(portal, token)).toHaveLength(1);
    await add(portal, admin, { irccNumber: "301/2025/1/7654321" });
    await tellWatchers(portal);
    expect(await arriving(portal, server)).toHaveLength(1);
    expect(await readWatches(portal, token)).toEqual([]);
  });

  test("watches of a person's numbers are exported without the people who wait, and a deletion of the record reveals nothing to them", async ({
    portal,
    admin,
    server,
  }) => {
    const { id, passportNumber, irccNumber } = await add(portal, moderator);
    // Both are confirmed at once, and end at once.
    await ask(portal, "karim@example.com", irccNumber, "Selim");
    await confirmed(portal, server, "karim@example.com", passportNumber);
    await ask(portal, "salma@example.com", irccNumber);
    await ask(portal, "salma@example.com", "A7654321");
    const all = await subjectAccessExport(portal, admin, await readRecord(portal, admin, id));
    expect(all.watches).toHaveLength(3);
    expect(new Set(all.watches.map(({ name }) => name))).toEqual(new Set(["", "Selim"]));
    expect(JSON.stringify(all.watches)).not.toMatch(/karim|salma/);
    await deleteRecord(portal, admin, { id });
    expect(await rowsLeft(portal)).toBe(4);
    await arriving(portal, server);
    await add(portal, admin, { passportNumber });
    await tellWatchers(portal);
    expect((await arriving(portal, server)).flatMap(({ to }) => to)).toEqual(["karim@example.com"]);
  });

  test("a watch causes no mail before it is confirmed, and ends after a day without confirmation", async ({
    portal,
    admin,
    server,
  }) => {
    const { passportNumber: number } = await add(portal, admin);
    await ask(portal, "a@example.com", number);
    const [mail] = await arriving(portal, server);
    expect(mail?.text).toContain(`ends in ${number.slice(-3)}`);
    expect(mail?.source).not.toContain(number);
    await tellWatchers(portal);
    expect(await arriving(portal, server)).toEqual([]);
    const token = tokenIn(mail?.text);
    expect(await readWatches(portal, token)).toMatchObject([{ isConfirmed: false, ending: number.slice(-3) }]);
    const tooLate = later(portal, day);
    await confirmWatches(tooLate, token);
    await tellWatchers(tooLate);
    expect(await arriving(tooLate, server)).toEqual([]);
    await deleteOldWatches(tooLate);
    expect(await rowsLeft(portal)).toBe(0);
    await expect(confirmWatches(portal, `A${token}`)).rejects.toMatchObject({ id: "not-found" });
    expect(await readWatches(portal, "a token")).toBeNull();
  });

  test("a watch ends sixty days after it was confirmed", async ({ portal, admin, server }) => {
    const typed = particulars();
    const token = await confirmed(portal, server, "a@example.com", String(typed["passportNumber"]));
    await confirmWatches(later(portal, 30 * day), token);
    await deleteOldWatches(later(portal, 60 * day - hour));
    expect(await rowsLeft(portal)).toBe(1);
    await add(portal, admin, typed);
    const after = later(portal, 60 * day);
    await tellWatchers(after);
    expect(await arriving(after, server)).toEqual([]);
    await deleteOldWatches(after);
    expect(await rowsLeft(portal)).toBe(0);
  });

  test("a number that is asked for again is confirmed again, for sixty days from then", async ({ portal, server }) => {
    const { passportNumber: number } = particulars();
    await confirmed(portal, server, "a@example.com", String(number));
    const middle = later(portal, 30 * day);
    await ask(middle, "a@example.com", String(number));
    const [mail] = await arriving(middle, server);
    const token = tokenIn(mail?.text);
    expect(await readWatches(middle, token)).toMatchObject([{ isConfirmed: false }]);
    await confirmWatches(middle, token);
    expect(await readWatches(later(portal, 89 * day), token)).toMatchObject([{ isConfirmed: true }]);
    expect(await readWatches(later(portal, 91 * day), token)).toEqual([]);
  });

  test("a watch needs a ticket from a lookup of the same number within a day", async ({ portal }) => {
    const asker = { clientAddress: "203.0.113.9", language: "en" } as const;
    const ticket = (await offerToWatch(portal, { number: "A1000001", name: "" })) ?? "";
    const email = "a@example.com";
    for (const [at, sent] of [
      [portal, ""],
      [portal, `A${ticket}`],
      [portal, sealToken(portal.keyring, "watch", "a@example.com")],
      [later(portal, day), ticket],
    ] as const)
      await expect(askToWatch(at, { ticket: sent, email }, asker)).rejects.toMatchObject({ id: "link-ended" });
    await askToWatch(portal, { ticket, email }, asker);
    expect(await rowsLeft(portal)).toBe(1);
  });

  test("a client may ask ten times an hour; if the common limit is used up, a client without tries still has one", async ({
    portal,
  }) => {
    const outcomes: string[] = [];
    const asks = (clientAddress: string) =>
      askFrom(portal, clientAddress, `p${outcomes.length}@example.com`).then(
        () => outcomes.push("+"),
        (error: unknown) => outcomes.push(isPortalError(error) ? error.id : "another error"),
      );
    for (let times = 0; times < 12; times += 1) await asks("203.0.113.9");
    expect(outcomes).toEqual([...Array<string>(10).fill("+"), "too-many-requests", "too-many-requests"]);
    const counters = await portal.database.read.selectFrom("limit_counter").select("tries").execute();
    expect(
      counters
        .map(({ tries }) => tries)
        .toSorted((a, b) => b - a)
        .slice(0, 2),
    ).toEqual([12, 10]);

    const useUp = () =>
      portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 1000 }).execute());
    await useUp();
    for (const client of [10, 10, 11]) await asks(`203.0.113.${client}`);
    await useUp();
    await asks("203.0.113.12");
    expect(outcomes.slice(12)).toEqual(["+", "too-many-requests", "+", "too-many-requests"]);
  });

  test("a record that cannot be opened does not delay other watches", async ({ portal, admin, server }) => {
    const [broken, whole] = [await add(portal, admin), await add(portal, admin)];
    for (const [email, { passportNumber }] of [
      ["a@example.com", broken],
      ["b@example.com", whole],
    ] as const)
      await confirmed(portal, server, email, passportNumber);
    await changeRows(portal, "candidate", { sealed: Buffer.alloc(60) }, { id: broken.id });
    await tellWatchers(portal);
    expect((await arriving(portal, server)).flatMap(({ to }) => to)).toEqual(["b@example.com"]);
  });
});

const rowsLeft = async ({ database }: Portal): Promise<number> =>
  (await database.read.selectFrom("watch").select("id").execute()).length;

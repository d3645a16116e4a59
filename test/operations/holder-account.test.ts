import { describe, expect } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { subjectAccessExport } from "#operations/exports/all-about-person.ts";
import { joinAccount, joinedHolders, leaveAccount, openByAccount } from "#operations/holders/holder-account.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { closeHolderPage, readHolderPage, bindByCard } from "#operations/holders/holder-page.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { freshEmail, freshAccount } from "../support/accounts/fresh-accounts.ts";
import { cardForm, freshClient, holderOf, pin } from "../support/holders.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, sharedTest } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";

const machine = system("test");

type Seen = { portal: Portal; admin: AccountActor; record: { id: string }; student: AccountActor };
type Then = { portal?: Portal; visitor?: AccountActor | null; id?: string };
const cases: [account: string, happens: (seen: Seen) => Promise<Then | void>][] = [
  ["a stranger’s account", async ({ portal }) => ({ visitor: await freshAccount(portal, "student") })],
  ["an account that became a moderator’s", async ({ student }) => ({ visitor: { ...student, role: "moderator" } })],
  ["no account, after sign-out,", async () => ({ visitor: null })],
  ["an account that was deleted", async ({ portal, student }) => void (await deleteAccount(portal, machine, student))],
  ["an account from before a new card was used", async (seen) => ({ id: await takeOver(seen) })],
  [
    "the account of a record that was deleted",
    async (seen) => void (await deleteRecord(seen.portal, seen.admin, seen.record)),
  ],
  ["the account at another site", async ({ portal }) => ({ portal: { ...portal, registry: "another" } })],
];

async function takeOver({ portal, admin, record }: Seen): Promise<string> {
  const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
  const inTime = { ...portal, now: () => portal.now() + 73 * 3_600_000 };
  return (await bindByCard(inTime, cardForm(code), freshClient())).opened.id;
}
const testWith = (engine: Engine) =>
  sharedTest[engine]
    .extend("record", async ({ portal, admin }) => add(portal, admin, { name: "Rahim Uddin" }))
    .extend("phone", async ({ portal, record }) => holderOf(portal, record))
    .extend("email", () => freshEmail())
    .extend("student", async ({ portal, email }) => freshAccount(portal, "student", email));

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  test("an account that was joined to a holder's page with the PIN opens that page until it leaves", async ({
    portal,
    admin,
    record,
    phone: { opened },
    student,
    email,
  }) => {
    await joinAccount(portal, opened, { pin }, student);
    const other = await holderOf(portal, await add(portal, admin, { name: "Amena Khatun" }));
    await joinAccount(portal, other.opened, { pin }, student);
    await closeHolderPage(portal, opened);
    expect((await joinedHolders(portal, student)).map(({ firstName }) => firstName)).toEqual(["Amena", "Rahim"]);
    const elsewhere = (await openByAccount(portal, student, opened.id)) ?? expect.fail();
    expect(await readHolderPage(portal, elsewhere)).toMatchObject({ name: record.name, account: email });
    const about = await subjectAccessExport(portal, admin, await readRecord(portal, admin, record.id));
    expect(about.holder).toMatchObject({ account: email });

    await leaveAccount(portal, elsewhere);
    expect(await readHolderPage(portal, elsewhere)).toMatchObject({ account: null });
    expect(await openByAccount(portal, student, opened.id)).toBeNull();
    expect(await openByAccount(portal, student, other.opened.id)).not.toBeNull();
    const actions = (await auditTrail(portal, admin, "candidate", record.id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["holder-account-joined", "holder-account-left"]));
  });
});

// One engine is enough: these queries are the same on both.
describe("on SQLite", () => {
  const test = testWith("sqlite");

  test.for([
    ["a wrong PIN", "student", "402914", "wrong-pin"],
    ["an admin", "admin", pin, "not-allowed"],
    ["a moderator", "moderator", pin, "not-allowed"],
    ["nobody signed in", null, pin, "not-allowed"],
  ] as const)("no account is joined with %s", async ([, role, typed, refusal], { portal, phone: { opened } }) => {
    const visitor = role && (await freshAccount(portal, role));
    const outcome = joinAccount(portal, opened, { pin: typed }, visitor);
    await expect(outcome).rejects.toMatchObject({ id: refusal });
    expect((await readHolderPage(portal, opened))?.account).toBeNull();
  });

  test("a closed page joins no account", async ({ portal, phone: { device }, student }) => {
    await expect(joinAccount(portal, device, { pin }, student)).rejects.toMatchObject({ id: "wrong-pin" });
    await expect(leaveAccount(portal, device)).rejects.toMatchObject({ id: "wrong-pin" });
  });

  test.for(cases)("%s opens no page", async ([, happens], { portal, admin, record, phone: { opened }, student }) => {
    await joinAccount(portal, opened, { pin }, student);
    const then = { portal, visitor: student, id: opened.id, ...(await happens({ portal, admin, record, student })) };
    for (const id of [opened.id, then.id]) expect(await openByAccount(then.portal, then.visitor, id)).toBeNull();
    expect(await joinedHolders(then.portal, then.visitor)).toEqual([]);
  });

  test("a page whose account was deleted names no account and can be joined to another one", async ({
    portal,
    phone: { opened },
    student,
  }) => {
    await joinAccount(portal, opened, { pin }, student);
    await deleteAccount(portal, machine, student);
    expect(await readHolderPage(portal, opened)).toMatchObject({ account: null });
    const next = await freshAccount(portal, "student");
    await joinAccount(portal, opened, { pin }, next);
    expect(await openByAccount(portal, next, opened.id)).not.toBeNull();
  });
});

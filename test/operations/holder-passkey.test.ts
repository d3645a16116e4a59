import { describe, expect } from "vitest";
import { isPortalError } from "#core/errors.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { openHolderPage, readHolderPage, bindByCard } from "#operations/holders/holder-page.ts";
import { addPasskey, beginPasskey, openByPasskey, removePasskey } from "#operations/holders/holder-passkey.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { Authenticator, type CreationOptions, type RequestOptions } from "../support/accounts/authenticator.ts";
import { cardForm, freshClient, holderOf, pin } from "../support/holders.ts";
import { later, sharedTest } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";

const minute = 60_000;

/** The same for every reason. */
const notAccepted = { id: "passkey-failed" };

type Opened = Parameters<typeof beginPasskey>[1];

async function added(portal: Portal, opened: Opened, key: Authenticator) {
  const { grant, options } = await beginPasskey(portal, opened, { pin });
  return addPasskey(portal, opened, { grant, passkey: JSON.stringify(key.create(options as CreationOptions)) });
}

/** Requests a challenge. Returns the caller with its cookies, and the authenticator's response to the challenge. */
async function shownOn({ accounts, publicOrigin }: Portal, key: Authenticator) {
  const clientAddress = freshClient();
  const asked = new Request(`${publicOrigin}/api/auth/passkey/generate-authenticate-options`);
  const answer = await accounts.answer(asked, clientAddress);
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  const headers = new Headers({ Cookie: cookie.join("; ") });
  return [{ headers, clientAddress }, JSON.stringify(key.get((await answer.json()) as RequestOptions))] as const;
}

const show = async (portal: Portal, key: Authenticator) => openByPasskey(portal, ...(await shownOn(portal, key)));

describe("a passkey of a holder", () => {
  const test = sharedTest.sqlite
    .extend("record", async ({ portal, admin }) => add(portal, admin, { name: "Rahim Uddin" }))
    .extend("phone", async ({ portal, record }) => holderOf(portal, record))
    .extend("key", async ({ portal }) => new Authenticator(portal.publicOrigin));

  test("a passkey that was added with the PIN opens the holder's page on any device, and the PIN still works", async ({
    portal,
    admin,
    record,
    phone: { device, opened },
    key,
  }) => {
    await expect(beginPasskey(portal, opened, { pin: "402914" })).rejects.toMatchObject({ id: "wrong-pin" });
    await expect(beginPasskey(portal, device, { pin })).rejects.toMatchObject({ id: "wrong-pin" });
    await added(portal, opened, key);
    expect((await readHolderPage(portal, opened))?.passkeyAt).toEqual(expect.any(Number));
    const elsewhere = await show(portal, key);
    expect((await readHolderPage(portal, elsewhere))?.name).toBe(record.name);
    expect(await readHolderPage(portal, opened)).toBeNull();
    const again = await openHolderPage(portal, device, { pin });
    await removePasskey(portal, again);
    await expect(show(portal, key)).rejects.toMatchObject(notAccepted);
    expect(await readHolderPage(portal, again)).toMatchObject({ passkeyAt: null });
    const actions = (await auditTrail(portal, admin, "candidate", record.id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["holder-passkey-added", "holder-passkey-removed"]));
  });

  test("a foreign passkey, a replayed response and a passkey of a former holder open no page", async ({
    portal,
    admin,
    record,
    phone: { opened },
    key,
  }) => {
    await added(portal, opened, key);
    const [caller, said] = await shownOn(portal, key);
    await openByPasskey(portal, caller, said);
    await expect(openByPasskey(portal, caller, said)).rejects.toMatchObject(notAccepted);
    const other = await holderOf(portal, await add(portal, admin));
    const pretender = new Authenticator(portal.publicOrigin);
    pretender.create({ challenge: "", user: { id: Buffer.from(opened.id).toString("base64url") } });
    const noRow = new Authenticator(portal.publicOrigin);
    noRow.create({ challenge: "", user: { id: Buffer.from("\0").toString("base64url") } });
    for (const stranger of [pretender, noRow, new Authenticator(portal.publicOrigin)])
      await expect(show(portal, stranger)).rejects.toMatchObject(notAccepted);
    for (const junk of ["", "{}", "not JSON"])
      await expect(openByPasskey(portal, caller, junk)).rejects.toMatchObject(notAccepted);
    key.knowsItsOwner = false;
    await expect(show(portal, key)).rejects.toMatchObject(notAccepted);
    key.knowsItsOwner = true;

    // Only the page that began to add a passkey can finish it, and only in time.
    const { grant, options } = await beginPasskey(portal, other.opened, { pin });
    const passkey = JSON.stringify(pretender.create(options as CreationOptions));
    const mine = await show(portal, key);
    await expect(addPasskey(portal, mine, { grant, passkey })).rejects.toMatchObject(notAccepted);
    await expect(addPasskey(later(portal, 5 * minute), other.opened, { grant, passkey })).rejects.toMatchObject(
      notAccepted,
    );
    await expect(addPasskey(portal, other.opened, { grant: "x", passkey })).rejects.toMatchObject(notAccepted);

    const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
    const inTime = later(portal, 73 * 60 * minute);
    const next = await bindByCard(inTime, cardForm(code), freshClient());
    await expect(show(portal, key)).rejects.toMatchObject(notAccepted);
    expect((await readHolderPage(inTime, next.opened))?.passkeyAt).toBeNull();
    await added(inTime, next.opened, key);
    await deleteRecord(portal, admin, { id: record.id });
    await expect(show(portal, key)).rejects.toMatchObject(notAccepted);
  });

  test("a client that shows wrong passkeys is limited, but the right one still opens the page", async ({
    portal,
    phone: { opened },
    key,
  }) => {
    await added(portal, opened, key);
    const [caller] = await shownOn(portal, key);
    const wrong = () => openByPasskey(portal, caller, "{}").catch((error: unknown) => isPortalError(error) && error.id);
    const outcomes: unknown[] = [];
    for (let times = 0; times < 31; times += 1) outcomes.push(await wrong());
    expect(outcomes.slice(-2)).toEqual(["passkey-failed", "too-many-requests"]);
    const [{ headers }, said] = await shownOn(portal, key);
    expect(await openByPasskey(portal, { ...caller, headers }, said)).toMatchObject({ id: opened.id });
  });
});

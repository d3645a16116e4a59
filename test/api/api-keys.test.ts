import { once } from "node:events";
import { request } from "node:http";
import { describe, expect } from "vitest";
import { maxKeys } from "#core/accounts/api-keys.ts";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { makeApiKey, readApiKeys, revokeApiKey } from "#operations/accounts/api-keys.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import {
  changeRole,
  deleteAccount,
  endSessionsOf,
  resetFactors,
  restoreAccount,
  suspendAccount,
} from "#operations/accounts/manage-accounts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { newLinkToken } from "#sealing/link-token.ts";
import { countRows, insertRow } from "#storage/database/rows.ts";
import { updateSession } from "#storage/database/accounts/sessions.ts";
import { sentRecord, serveApi } from "../support/api.ts";
import { asJson } from "../support/accounts/signed-in.ts";
import {
  freshAdmin,
  freshEmail,
  freshAccount,
  goodPassword,
  openSession,
  otherPassword,
} from "../support/accounts/fresh-accounts.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, testOn } from "../support/portals.ts";
import { heads, line } from "../support/imports.ts";
import { addTestRecord } from "../support/records.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { bindAgain, changeRows } from "../support/change-rows.ts";

const machine = system("test");
const day = 24 * 3_600_000;

const passkey = {
  id: "a-passkey",
  name: null,
  public_key: "",
  credential_id: "a-credential",
  counter: 0,
  device_type: "singleDevice",
  backed_up: 0,
  transports: null,
  aaguid: null,
  added_at: 1,
} as const;

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("me", ({ portal }) => freshAdmin(portal))
    .extend("api", async ({ portal }, { onCleanup }) => {
      const api = await serveApi(portal);
      onCleanup(() => api[Symbol.asyncDispose]());
      return api;
    });
const made = async (portal: Portal, me: AccountActor, scope = "read") =>
  (await makeApiKey(portal, me, { name: "Payroll", scope, days: 30 })).key;
const idOfKey = async (portal: Portal, me: AccountActor) => (await readApiKeys(portal, me))[0]?.id ?? "";
const asker =
  (url: string, key: string, agent = "curl/8.5.0 (x)") =>
  async (method: string, path: string, body?: unknown, version?: number) => {
    const ifMatch = version === undefined ? {} : { "If-Match": `"${version}"` };
    const headers = { Authorization: `Bearer ${key}`, "User-Agent": agent, ...ifMatch };
    const answer = await fetch(url + path, body === undefined ? { method, headers } : asJson(method, body, headers));
    const { error } = (await answer.json()) as { error?: { id: string } };
    return error ? `${answer.status} ${error.id}` : answer.status;
  };

describe.each(engines)("API keys on %s", (engine) => {
  const test = testWith(engine);

  test("allow no call that needs recent proof", async ({ portal, api, me }) => {
    const { id } = await addTestRecord(portal, me);
    const reads = asker(api.url, await made(portal, me));
    const writes = asker(api.url, await made(portal, me, "write"));
    expect([await reads("GET", `/User_Data/${id}`), await writes("GET", `/User_Data/${id}`)]).toEqual([200, 200]);
    expect(await writes("POST", "/cofees", sentRecord())).toBe(201);
    expect(await writes("PATCH", `/user_data/User_Hide/${id}`, {})).toBe(200);
    expect(await writes("DELETE", `/delete_User/${id}`)).toBe("403 prove-again");
    expect(await writes("PATCH", `/user_data/admin/${me.id}`, {})).toBe("403 prove-again");
    // A key can create neither a token, which could outlive the key, nor another key.
    expect(await writes("POST", "/jwt", { email: "x@agency.example" })).toBe("401 not-signed-in");
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("API keys", () => {
  const test = testWith("sqlite");

  test("approve nothing where two people look at every record", async ({ portal, api, me }) => {
    const { id } = await addTestRecord(portal, await freshAccount(portal, "moderator"));
    const toggle = `/user_data/Approved_or_Deny/${id}`;
    const writes = asker(api.url, await made(portal, me, "write"));
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    expect(await writes("PATCH", toggle, {}, 1)).toBe("403 person-must-approve");
    await changeSettings(portal, machine, { change: { fourEyes: false } });
    expect(await writes("PATCH", toggle, {})).toBe(200);
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    expect(await writes("PATCH", toggle, {}, 2)).toBe(200);
  });

  test("of one admin are seen and ended by another", async ({ portal, api, me }) => {
    const key = await made(portal, me);
    const list = asker(api.url, key, "payroll-sync/2.1 (linux) secret-words");
    expect(await list("GET", "/User_Data")).toBe(200);
    const other = await freshAdmin(portal);
    const [seen] = await readApiKeys(portal, other, me.id);
    expect(seen).toMatchObject({ name: "Payroll", used_by: "payroll-sync/2.1" });
    expect(seen?.used_from).toMatch(/^127\.0\.0$/);
    const target = { id: seen?.id ?? "", personId: me.id };
    await revokeApiKey(portal, other, target);
    expect(await list("GET", "/User_Data")).toBe("401 not-signed-in");
    const [last] = (await auditTrail(portal, me, "staff", me.id)).slice(-1);
    expect(last).toMatchObject({ actor: other.id, action: "api-key-revoked", details: { name: { from: "Payroll" } } });
  });

  test("need a recent sign-in of an admin without a second factor, whom a mail tells", async ({ portal, me }) => {
    const mailed: string[] = [];
    const factorsChanged = async (_: unknown, what: string) => void mailed.push(what);
    const watched = { ...portal, accountMails: { ...portal.accountMails, factorsChanged } };
    const { id, cookie } = await openSession(portal, me.id);
    const caller = { headers: new Headers({ Cookie: cookie }), clientAddress: "192.0.2.1" };
    const inSession = async () => (await portal.accounts.signedIn(caller))?.actor ?? expect.fail();
    await made(watched, await inSession());
    expect(mailed).toEqual(["api-key-made"]);
    await portal.database.write((writer) =>
      updateSession(portal, writer, id, { started_at: portal.now() - 16 * 60_000 }),
    );
    await expect(made(watched, await inSession())).rejects.toMatchObject({ id: "prove-again" });
  });

  test("are stored as hashes, save their last use only now and then, and appear in the audit log", async ({
    portal,
    api,
    me,
  }) => {
    const key = await made(portal, me);
    const rowOf = () => portal.database.read.selectFrom("api_key").selectAll().executeTakeFirstOrThrow();
    expect(await rowOf()).toMatchObject({ used_at: null });
    expect(Buffer.from((await rowOf()).token_hash).toString("latin1")).not.toContain(key.slice(9));
    const list = asker(api.url, key);
    await list("GET", "/User_Data");
    const { used_at: first } = await rowOf();
    await list("GET", "/User_Data");
    expect([typeof first, (await rowOf()).used_at]).toEqual(["number", first]);
    expect(JSON.stringify(await readApiKeys(portal, me))).not.toContain(key.slice(9));
    await revokeApiKey(portal, me, { id: (await rowOf()).id });
    const trail = await auditTrail(portal, me, "staff", me.id);
    expect(trail.slice(-2)).toMatchObject([
      { actor: me.id, action: "api-key-made", details: { name: { to: "Payroll" }, scope: { to: "read" } } },
      { actor: me.id, action: "api-key-revoked", details: { name: { from: "Payroll" } } },
    ]);
    expect(JSON.stringify(trail)).not.toContain(key.slice(9));
  });

  test("end with a new password, with signing out everywhere and with create-admin", async ({ portal, api }) => {
    const email = freshEmail();
    const owner = await freshAdmin(portal, email);
    const caller = { headers: new Headers(), clientAddress: "192.0.2.1" };
    const inSession = async () => {
      const { cookie } = await openSession(portal, owner.id);
      return { ...caller, headers: new Headers({ Cookie: cookie }) };
    };
    const renewals = {
      "signing out everywhere": async () => portal.accounts.endAllSessions(await inSession()),
      "a changed password": async () => {
        const form = { currentPassword: goodPassword, password: "gravel tulip nine flute" };
        await portal.accounts.changePassword(await inSession(), form);
      },
      "a reset": async () => {
        const { token, hash } = newLinkToken();
        const link = {
          token_hash: hash,
          person_id: owner.id,
          purpose: "reset",
          expires_at: portal.now() + 1000,
        } as const;
        await portal.database.write((writer) => insertBound(portal, writer, "mailed_link", link));
        await portal.accounts.resetPassword(caller, { token, password: otherPassword });
      },
      "create-admin": () => addAccount(portal, machine, "admin", { email, name: "Amina", password: otherPassword }),
    };
    for (const [name, renew] of Object.entries(renewals)) {
      const list = asker(api.url, await made(portal, owner));
      expect(await list("GET", "/User_Data")).toBe(200);
      await renew();
      expect([name, await list("GET", "/User_Data")]).toEqual([name, "401 not-signed-in"]);
    }
  });

  test("can be made for some days, up to a limit", async ({ portal, me }) => {
    const days = makeApiKey(portal, me, { name: "x", scope: "read", days: 4000 });
    await expect(days).rejects.toMatchObject({ fields: { days: "unknown-choice" } });
    for (let more = 0; more < maxKeys; more += 1) await made(portal, me);
    await expect(made(portal, me)).rejects.toMatchObject({ id: "too-many-keys" });
  });

  test("never revive when the account or the role comes back, and the owner is told by mail", async ({
    portal,
    api,
    me,
  }) => {
    const { email } = await readAccount(portal, machine, { id: me.id });
    const mails = async () =>
      (await Array.fromAsync(waitingMails(portal)))
        .flat()
        .filter(({ to, text }) => to === email && text.includes("API keys of your account have ended"));
    const losses: Record<string, () => Promise<unknown>> = {
      "a lowered role": async () => {
        await changeRole(portal, machine, { id: me.id, role: "moderator" });
        await changeRole(portal, machine, { id: me.id, role: "admin" });
      },
      "a suspension": async () => {
        await suspendAccount(portal, machine, { id: me.id });
        await restoreAccount(portal, machine, { id: me.id });
      },
      "factors that an admin takes away": async () => {
        await portal.database.write((writer) => insertRow(writer, "passkey", { ...passkey, person_id: me.id }));
        await bindAgain(portal);
        await resetFactors(portal, machine, { id: me.id });
      },
      "being signed out by an admin": () => endSessionsOf(portal, machine, { id: me.id }),
      "a second factor that the site begins to require": async () => {
        await changeSettings(portal, machine, { change: { secondFactor: "required" } });
        await changeSettings(portal, machine, { change: { secondFactor: "optional" } });
      },
    };
    for (const [name, lose] of Object.entries(losses)) {
      const key = await made(portal, me);
      const before = await mails();
      await lose();
      expect([name, await asker(api.url, key)("GET", "/User_Data")]).toEqual([name, "401 not-signed-in"]);
      expect([name, await mails()]).toEqual([name, expect.objectContaining({ length: before.length + 1 })]);
    }
    expect((await auditTrail(portal, me, "staff", me.id)).filter(({ details }) => details?.["apiKeys"])).toHaveLength(
      5,
    );
  });

  test("follow the state of their account, and stop working when they expire or are revoked", async ({
    portal,
    api,
    me,
  }) => {
    const list = asker(api.url, await made(portal, me));
    const keyId = await idOfKey(portal, me);
    const set = (values: { expires_at: number }) => changeRows(portal, "api_key", values, { id: keyId });
    expect(await list("GET", "/Users_Infos")).toBe(200);
    await set({ expires_at: portal.now() });
    expect(await list("GET", "/User_Data")).toBe("401 not-signed-in");
    // An expiry date as a clock that was far ahead would have set it.
    await set({ expires_at: portal.now() + 4000 * day });
    expect(await list("GET", "/User_Data")).toBe("401 not-signed-in");

    const other = await freshAdmin(portal);
    const theirs = asker(api.url, await made(portal, other));
    const theirId = await idOfKey(portal, other);
    const third = await freshAdmin(portal);
    await expect(revokeApiKey(portal, third, { id: theirId })).rejects.toMatchObject({ id: "not-found" });
    expect(await theirs("GET", "/User_Data")).toBe(200);
    await revokeApiKey(portal, other, { id: theirId });
    expect(await theirs("GET", "/User_Data")).toBe("401 not-signed-in");
    const gone = asker(api.url, await made(portal, other));
    await deleteAccount(portal, machine, { id: other.id });
    expect(await gone("GET", "/User_Data")).toBe("401 not-signed-in");
    expect(
      await portal.database.read.selectFrom("api_key").select("id").where("person_id", "=", other.id).execute(),
    ).toEqual([]);
  });

  test("begin no import whose file still arrived when the key was revoked", async ({ portal, api, me }) => {
    const key = await made(portal, me, "write");
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "multipart/form-data; boundary=x" };
    const asking = request(`${api.url}/import`, { method: "POST", headers });
    const answered = once(asking, "response");
    const file = 'Content-Disposition: form-data; name="table"; filename="list.csv"';
    asking.write(`--x\r\n${file}\r\n\r\n${heads}\r\n`);
    const used = async () => (await readApiKeys(portal, me))[0]?.used_at;
    await expect.poll(used).toEqual(expect.any(Number));
    await revokeApiKey(portal, me, { id: await idOfKey(portal, me) });
    asking.end(`${line("AB1234567", "")}\r\n--x--\r\n`);
    expect(await answered).toMatchObject([{ statusCode: 401 }]);
    expect(await countRows(portal.database.read, "bulk_run")).toBe(0);
  });
});

import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { verifyAudit, verifyStates } from "#operations/upkeep/verify.ts";
import {
  accountTestOn,
  anotherBrowser,
  freshEmail,
  goodPassword,
  otherPassword,
  timePasses,
  tokenMailed,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { bindAgain } from "../support/change-rows.ts";

describe("the history of an account", () => {
  const test = accountTestOn("sqlite");

  test("is in the audit chain with client address and browser, sealed", async ({ site, accounts, owner }) => {
    await new Visitor(site.portal, "203.0.113.77").signIn(owner.email, otherPassword);
    // The second one changes nothing.
    for (const name of ["Rahima", "Rahima"]) await owner.step("changeProfile", { name });
    const { secret } = await withApp(owner);
    await owner.step("proveAgain", { code: "000000" });
    await owner.step("proveAgain", { code: appCode(secret) });
    await owner.step("changePassword", { currentPassword: goodPassword, password: otherPassword });
    await owner.step("removeTotp", { password: otherPassword });
    await owner.step("askForReset", { email: owner.email });
    const token = await tokenMailed(site, owner.email, "reset");
    await owner.step("resetPassword", { token, password: goodPassword });
    await owner.signIn(owner.email);
    await accounts.signOut(owner.caller);
    const trail = await auditTrail(site.portal, system("test"), "staff", owner.id);
    expect(trail.map(({ action, actor }) => [action, actor === owner.id])).toEqual([
      ["account-made", false],
      ["signed-in", true],
      ["sign-in-failed", false],
      ["profile-changed", true],
      ["factor-added", true],
      ["factor-failed", false],
      ["proved-again", true],
      ["password-changed", true],
      ["factor-removed", true],
      ["reset-asked-for", false],
      ["password-reset", true],
      ["signed-in", true],
      ["signed-out", true],
    ]);
    expect(trail[2]?.details).toMatchObject({
      clientAddress: { to: "203.0.113.77" },
      browser: { to: "Firefox on Android" },
      problem: { to: "wrong-credentials" },
    });
    const rows = await site.portal.database.read.selectFrom("audit_event").selectAll().execute();
    const stored = JSON.stringify(
      rows.map((row) => ({ ...row, sealed_details: Buffer.from(row.sealed_details).toString("latin1") })),
    );
    for (const planted of ["203.0.113.77", "Firefox", owner.email, otherPassword, "Rahima"])
      expect(stored).not.toContain(planted);
    expect((await verifyAudit(site.portal)).brokenAt).toBeNull();
  });

  test("loses only what has expired in a sweep: sessions, links and unconfirmed accounts", async ({
    portal,
    owner,
  }) => {
    const unconfirmed = freshEmail();
    await new Visitor(portal).step("signUp", {
      email: unconfirmed,
      password: goodPassword,
      name: "Rahim",
    });
    const count = async (table: "person" | "session" | "mailed_link" | "verification") =>
      (await portal.database.read.selectFrom(table).selectAll().execute()).length;
    await portal.accounts.sweep();
    expect([await count("person"), await count("session"), await count("mailed_link")]).toEqual([2, 1, 1]);
    await timePasses(portal, 25 * 60);
    await portal.accounts.sweep();
    expect([await count("person"), await count("session"), await count("mailed_link")]).toEqual([2, 0, 0]);
    const month = 31 * 24 * 60 * 60_000;
    await portal.database.write((writer) =>
      writer
        .updateTable("person")
        .set((eb) => ({ changed_at: eb("changed_at", "-", month) }))
        .execute(),
    );
    await bindAgain(portal);
    await portal.accounts.sweep();
    expect(await portal.database.read.selectFrom("person").select("id").execute()).toEqual([{ id: owner.id }]);
    expect(await verifyStates(portal)).toEqual([]);
  });

  test("stores no password, token or code in plain text", async ({ site, owner }) => {
    const { secret } = await withApp(owner);
    const half = await anotherBrowser(owner);
    await owner.step("askForReset", { email: owner.email });
    const token = await tokenMailed(site, owner.email, "reset");
    const tables = ["person", "session", "sign_in_method", "totp", "verification", "mailed_link"] as const;
    const dump = await Promise.all(
      tables.map((table) => site.portal.database.read.selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(dump);
    const cookies = [...owner.cookies.values(), ...half.cookies.values()];
    const signatures = cookies.map((value) => decodeURIComponent(value).split(".").at(-1) ?? "");
    const [pending = ""] = [...half.cookies.values()].map((value) => decodeURIComponent(value).split(".")[0]);
    for (const planted of [goodPassword, secret, token, pending, ...cookies, ...signatures])
      expect(stored).not.toContain(planted);
  });

  test("records failures of unknown addresses without the address, and limits a flood of them", async ({ portal }) => {
    const email = freshEmail();
    await new Visitor(portal).signIn(email, otherPassword);
    const [event] = await auditTrail(portal, system("test"), "staff", "unknown");
    expect(event?.action).toBe("sign-in-failed");
    expect(JSON.stringify(event)).not.toContain(email);
    const recorded = async () => (await auditTrail(portal, system("test"), "staff", "unknown")).length;
    const fails = async (visitor: Visitor) => visitor.signIn(freshEmail(), otherPassword);
    const [flooder, other] = [new Visitor(portal, "203.0.113.5"), new Visitor(portal, "203.0.113.6")];
    await Promise.all(Array.from({ length: 25 }, () => fails(flooder)));
    expect(await recorded()).toBe(1 + 20);
    await fails(other);
    expect(await recorded()).toBe(1 + 20 + 1);
    await portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 998 }).execute());
    for (let client = 0; client < 5; client += 1) {
      await new Visitor(portal).step("askForReset", { email: freshEmail() });
    }
    expect(await recorded()).toBe(1 + 20 + 1 + 2);
  });
});

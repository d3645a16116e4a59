import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { offerSetupLink } from "#cli/accounts/first-admin.ts";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { hasAdmin, addAccount, addFirstAdmin } from "#operations/accounts/add-account.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { setUpPortal, issueSetupLink, isSetupLinkValid } from "#operations/accounts/set-up-portal.ts";
import { chosenSettings } from "../support/accounts/chosen-settings.ts";
import { hashesDuring } from "../support/accounts/hashes-during.ts";
import { engines, freshPortal, testOn } from "../support/portals.ts";
import { freshAdmin, freshAccount, goodPassword, registered } from "../support/accounts/fresh-accounts.ts";

const machine = system("test");
const admin = { email: "First@Agency.Example", name: "Farida First", password: goodPassword };
const hourMs = 60 * 60 * 1000;
const ended = { id: "link-ended" };

const linkToken = async (portal: Portal, replacing: "always" | "once-ended" = "always") => {
  const link = await issueSetupLink(portal, replacing);
  return link && new URL(link.url).searchParams.get("token");
};

describe.each(engines)("the first admin on %s", (engine) => {
  const test = testOn(engine);

  test("has one setup link at a time across all processes, valid for an hour", async ({ portal: here, there }) => {
    const older = (await linkToken(here)) ?? "";
    expect(await linkToken(there, "once-ended")).toBeNull();
    const newer = (await linkToken(there)) ?? "";
    expect([await isSetupLinkValid(here, older), await isSetupLinkValid(here, newer)]).toEqual([false, true]);
    const later = { ...here, now: () => here.now() + hourMs };
    expect(await isSetupLinkValid(later, newer)).toBe(false);
    await expect(setUpPortal(later, { ...admin, token: newer }, await chosenSettings(here))).rejects.toMatchObject(
      ended,
    );
    const made = await Promise.all([linkToken(later, "once-ended"), linkToken(later, "once-ended")]);
    expect(made.filter((token) => token !== null)).toHaveLength(1);
  });

  test("is created from the environment only if there is none, even if two processes start at once", async ({
    portal: here,
    there,
  }) => {
    const made = await Promise.all([here, there].map((portal) => addFirstAdmin(portal, machine, admin)));
    expect(made.filter((outcome) => outcome.added)).toHaveLength(1);
    expect(await addFirstAdmin(here, machine, { ...admin, password: "short" })).toEqual({ added: false });
    await expect(
      addFirstAdmin(await freshPortal(engine), machine, { ...admin, password: "short" }),
    ).rejects.toMatchObject({
      fields: { password: "password-short" },
    });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the first admin", () => {
  const test = testOn("sqlite");

  test("has no setup link if its file cannot be written, and the start says so", async ({ portal }) => {
    const DATA_DIR = dirname(portal.tempFolder);
    await mkdir(join(DATA_DIR, "setup-link"));
    const start = offerSetupLink(portal, { DATA_DIR }, { report: () => expect.fail() });
    await expect(start).rejects.toMatchObject({ id: "unavailable", cause: { code: "EISDIR" } });
    expect(await linkToken(portal, "once-ended")).not.toBeNull();
  });

  test("is created completely or not at all", async ({ portal }) => {
    const token = (await linkToken(portal)) ?? "";
    const settings = await chosenSettings(portal);
    const wrongs: [object, object, object][] = [
      [{ password: "short" }, settings, { password: "password-short" }],
      [{ email: "x" }, settings, { email: "email-format" }],
      [{}, { ...settings, operator: { ...settings.operator, name: "" } }, { "operator.name": "required" }],
      [{}, { ...settings, lookupPolicy: "closed" }, { lookupPolicy: "unknown-choice" }],
    ];
    for (const [form, first, fields] of wrongs) {
      const setUp = setUpPortal(portal, { ...admin, token, ...form }, first as typeof settings);
      await expect(setUp).rejects.toMatchObject({ id: "invalid", fields });
    }
    expect(await hasAdmin(portal)).toBe(false);
    expect(await isSetupLinkValid(portal, token)).toBe(true);
    // Only the settings that the page contains are stored.
    await setUpPortal(portal, { ...admin, token, role: "student" }, { ...settings, fourEyes: true } as typeof settings);
    expect((await currentSettings(portal)).fourEyes).toBe(false);
  });

  test("is not the last: the command line adds another one or promotes an account, even a suspended one", async ({
    portal,
  }) => {
    const first = await freshAdmin(portal);
    const { id } = await freshAccount(portal, "moderator", "first@agency.example");
    await suspendAccount(portal, first, { id });
    expect(await addAccount(portal, machine, "admin", admin)).toEqual({ id });
    expect(await readAccount(portal, machine, { id })).toMatchObject({ role: "admin", suspended: false });
    const unconfirmed = await registered(portal, "second@agency.example");
    await addAccount(portal, machine, "admin", { ...admin, email: "second@agency.example" });
    expect(await readAccount(portal, machine, unconfirmed)).toMatchObject({ role: "admin", confirmed: true });
  });

  test("is created once through the setup link, with the first settings", async ({ portal }) => {
    expect(await hasAdmin(portal)).toBe(false);
    const token = (await linkToken(portal)) ?? "";
    expect(await isSetupLinkValid(portal, token)).toBe(true);
    const settings = await chosenSettings(portal);
    const { id } = await setUpPortal(portal, { ...admin, token }, settings);
    expect(await readAccount(portal, machine, { id })).toMatchObject({
      email: "first@agency.example",
      role: "admin",
      confirmed: true,
    });
    expect(await currentSettings(portal)).toMatchObject(settings);
    expect(await isSetupLinkValid(portal, token)).toBe(false);
    await expect(setUpPortal(portal, { ...admin, token }, settings)).rejects.toMatchObject(ended);
    expect(await issueSetupLink(portal, "always")).toBeNull();
    const trail = await auditTrail(portal, machine, "staff", id);
    expect(trail).toMatchObject([{ action: "account-made", actor: id }]);
    expect(await auditTrail(portal, machine, "settings", "settings")).toMatchObject([
      { action: "settings-changed", actor: id },
    ]);
  });

  test("costs at most ten password hashes if the link is used 100 times at once", async ({ portal }) => {
    const token = (await linkToken(portal)) ?? "";
    const settings = await chosenSettings(portal);
    const hashes = await hashesDuring(async () => {
      const sent = Array.from({ length: 100 }, () => setUpPortal(portal, { ...admin, token }, settings));
      const done = await Promise.allSettled(sent);
      expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });
    expect(hashes).toBeLessThanOrEqual(10);
  });

  test("is not created with an invented token, whether or not a valid one exists", async ({ portal }) => {
    const settings = await chosenSettings(portal);
    for (const giveOne of [false, true]) {
      if (giveOne) await linkToken(portal);
      for (const token of ["", "x", "' or 1=1 --", "\0", "null", "undefined"]) {
        await expect(setUpPortal(portal, { ...admin, token }, settings), token).rejects.toMatchObject(ended);
      }
    }
  });
});

import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { tellOrganisations } from "#operations/desk/tell-organisations.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import type { Engine } from "#storage/database/database.ts";
import { countRows } from "#storage/database/rows.ts";
import { answerFor, readReceipt } from "#verify/lookup-receipt.ts";
import { judge } from "#verify/judge.ts";
import { readSaved } from "#verify/read-saved.ts";
import { readCode } from "#verify/verdict.ts";
import { outcomeOf, Visitor } from "../support/accounts/account-visitor.ts";
import { attestry } from "../support/command.ts";
import { emptyEnvironment, engines, openForTest } from "../support/portals.ts";
import { doesStand } from "../support/statements.ts";
import { layOutAsItWas } from "./as-it-was.ts";
import { askSite, countsOf, type Known } from "./ask-site.ts";
import { sweepAll } from "./sweep-all.ts";

type Taken = { proof: { statement: string }; slip: string };

/** What `make/make.ts` wrote down of the site. */
type Site = Known & {
  secret: string;
  password: string;
  publicUrl: string;
  at: number;
  counts: Awaited<ReturnType<typeof countsOf>>;
  handedOut: Record<"full" | "withdrawn", Taken> & {
    receipt: { token: string; disclosures: string[] };
    code: string;
    wallet: string;
  };
};

const versions = globSync("test/released/*/site.json").map((file) => path.dirname(file));

const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), "utf8"));

describe.each(versions)("the data of %s", (folder) => {
  const site = readJson(folder, "site.json") as Site;
  const { handedOut, records } = site;

  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: site.at }));
  afterEach(() => void vi.useRealTimers());

  const settingsOf = async (engine: Engine): Promise<Record<string, string>> => ({
    ...(await emptyEnvironment(engine)),
    SECRET: site.secret,
    PUBLIC_URL: site.publicUrl,
  });

  const openAt = async (environment: Record<string, string>) => ({
    ...(await openForTest(environment)),
    now: () => site.at,
  });

  async function asItWas(): Promise<Record<string, string>> {
    const environment = await settingsOf("sqlite");
    await layOutAsItWas(folder, environment["DATA_DIR"] ?? "");
    return environment;
  }

  async function restored(engine: Engine): Promise<Record<string, string>> {
    const environment = await settingsOf(engine);
    const { out } = await attestry(environment, ["restore", path.join(folder, "backup")]);
    expect(out).toContain("Restored.");
    return environment;
  }

  const expectSame = async (portal: Portal, more: object = {}) =>
    expect(JSON.parse(JSON.stringify(await askSite(portal, site)))).toMatchObject({
      ...(readJson(folder, "answers.json") as object),
      ...more,
    });

  /** Runs the jobs of the site, and asks for the statement of each record. */
  async function expectNothingSigned(portal: Portal): Promise<void> {
    const before = await countsOf(portal);
    await sweepAll(portal);
    for (const { id } of Object.values(records)) await statementOf(portal, id);
    expect(await countsOf(portal)).toEqual(before);
  }

  async function expectVerified(environment: Record<string, string>): Promise<void> {
    const verified = await attestry(environment, ["verify"]);
    expect([verified.code, verified.err]).toEqual([0, ""]);
  }

  test("is found as it was by this version, also after a move to PostgreSQL, and stands by what it handed out", async () => {
    const environment = await asItWas();
    const portal = await openAt(environment);
    expect(await countsOf(portal)).toEqual(site.counts);
    await expectSame(portal);
    await expectNothingSigned(portal);
    await expectVerified(environment);
    await expectHandedOut(portal);

    if (!engines.includes("postgres")) return expectInUse(portal);
    const { DATABASE_URL = "" } = await emptyEnvironment("postgres");
    const moved = await attestry(environment, ["move", "--to", DATABASE_URL]);
    expect([moved.code, moved.err]).toEqual([0, ""]);
    const there = await openAt({ ...environment, DATABASE_URL });
    expect(await countsOf(there)).toEqual(site.counts);
    await expectNothingSigned(there);
    await expectVerified({ ...environment, DATABASE_URL });
    await expectInUse(there);
  });

  test.each(engines)("is restored on %s from the backup of that version", async (engine) => {
    const environment = await restored(engine);
    const portal = await openAt(environment);
    // The restore begins another tree, whose first line names the one before.
    expect(await countsOf(portal)).toEqual({ ...site.counts, lines: site.counts.lines + 1 });
    await expectSame(portal, readJson(folder, "restored.json") as object);
    await expectNothingSigned(portal);
    await expectVerified(environment);
  });

  /** People sign in, and an organisation is told when a record that it checked is hidden. */
  async function expectInUse(portal: OpenPortal): Promise<void> {
    const { email } = await readAccount(portal, site.people.admin, site.people.admin);
    const step = portal.accounts.signIn(new Visitor(portal).caller, { email, password: site.password });
    expect(await outcomeOf(step)).toMatchObject({ ok: true });
    await hideRecord(portal, site.people.admin, { id: records["full"]?.id ?? "" });
    await followAuditLog(portal);
    await tellOrganisations(portal);
    expect(await countRows(portal.database.read, "told_answer")).toBe(1);
  }

  async function expectHandedOut(portal: Portal): Promise<void> {
    const { read } = portal.database;
    const [ofStatements, ofLog] = [await publicKeys(portal, read, "statement"), await publicKeys(portal, read, "log")];
    const keys = {
      jwks: ofStatements,
      revoked_keys: ofStatements.revoked_keys,
      log_keys: ofLog.keys,
      revoked_log_keys: ofLog.revoked_keys,
    };
    const own = { origins: [site.publicUrl], keys };
    for (const name of ["full", "withdrawn"] as const) {
      const { proof, slip } = handedOut[name];
      const saved = await readSaved(JSON.stringify(proof), own);
      expect(saved).toMatchObject({ reading: { kind: "statement" }, log: { isAccepted: true } });
      expect(await readCode(slip, own)).toMatchObject({ kind: "statement", leadsTo: null });
      expect(await doesStand(portal, proof.statement)).toBe(name === "full");
      // The site had no witnesses, and a slip has none.
      const lists = new StatusLists(portal);
      const ask = async (address: string) => (await lists.read(Number(address.split("/").at(-1))))?.token ?? null;
      const reader = { ...own, policy: "quorum none", now: portal.now(), ask };
      for (const text of [JSON.stringify(proof), proof.statement, slip])
        expect((await judge(text, reader)).standing).toBe(name === "full" ? "unwitnessed" : "withdrawn");
    }
    expect(await doesStand(portal, handedOut.wallet)).toBe(true);
    const reading = await readReceipt(handedOut.receipt.token, { ...own, now: portal.now() });
    if (reading.kind !== "receipt") throw new Error(`the receipt is ${reading.kind}`);
    const told = await Array.fromAsync(handedOut.receipt.disclosures, (text) => answerFor(reading.receipt, text));
    expect(told.map((one) => one?.answer.outcome)).toEqual(["shown", "shown", "nothing"]);
    const visitor = { address: "203.0.113.7", channel: "web" } as const;
    const shared = await askByShareCode(portal, { code: handedOut.code, name: "Rahim" }, visitor);
    expect(shared.kind).toBe("found");
  }
});

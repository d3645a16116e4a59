import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { availableParallelism } from "node:os";
import type { Challenge } from "altcha-lib/types";
import { describe, expect, onTestFinished } from "vitest";
import { isPortalError } from "#core/errors.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import {
  accountTestOn,
  freshEmail,
  goodPassword,
  otherPassword,
  Visitor,
} from "../support/accounts/account-visitor.ts";
import { solved } from "../support/proofs.ts";

const test = accountTestOn("sqlite");

const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/** 45 on one or two processors. So many wait there, and 24 more do not fit. */
const attackers = 21 * atOnce + 24;

/** From now on, each password hash waits until the test lets it go on. */
function holdHashes() {
  const held: (() => void)[] = [];
  const { scrypt } = crypto;
  const holding = (...given: Parameters<typeof scrypt>) => void held.push(() => scrypt(...given));
  const hold = (hash: typeof scrypt | typeof holding) => {
    Object.assign(crypto, { scrypt: hash });
    syncBuiltinESMExports();
  };
  hold(holding);
  const letGo = async (count: number) => {
    for (let hash = 0; hash < count; hash += 1) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.();
    }
  };
  const letAllGo = () => {
    hold(scrypt);
    for (const goOn of held.splice(0)) goOn();
  };
  onTestFinished(letAllGo);
  return { letGo, letAllGo };
}

/** All attackers try a wrong password at the same time, each from a neighbourhood of its own. */
function flood(portal: OpenPortal) {
  let refused = 0;
  const tries = Array.from({ length: attackers }, async (_, at) => {
    const attacker = new Visitor(portal, `203.${at}.113.1`);
    const outcome = await attacker.signIn(freshEmail(), otherPassword);
    if (!outcome.ok && outcome.problem === "busy") refused += 1;
  });
  return { refused: () => refused, ended: () => Promise.all(tries) };
}

const stranger = (portal: OpenPortal, at: number) => new Visitor(portal, `192.0.${at}.1`);

describe("while 45 strangers try passwords,", () => {
  test("13 of 13 others sign in on new devices, after the hashes that run already", async ({ portal, owner }) => {
    for (let at = 0; at < attackers; at += 1) {
      await new Visitor(portal, `203.${at}.113.1`).signIn(freshEmail(), otherPassword);
    }
    const { letGo, letAllGo } = holdHashes();
    const { refused, ended } = flood(portal);
    await expect.poll(refused).toBe(24);
    const emails = [owner.email, ...Array.from({ length: 12 }, freshEmail)];
    const outcomes = emails.map((email, at) => stranger(portal, at).signIn(email));
    await expect.poll(refused).toBe(24 + 13);
    await letGo(atOnce + 13);
    const [owners, ...others] = await Promise.all(outcomes);
    expect(owners).toMatchObject({ ok: true });
    for (const outcome of others) expect(outcome).toMatchObject({ problem: "wrong-credentials" });
    letAllGo();
    await ended();
  });

  test("one who comes when all of them are new gets in with a proof of work, once", async ({ portal, owner }) => {
    const { letAllGo } = holdHashes();
    const { refused, ended } = flood(portal);
    await expect.poll(refused).toBe(24);
    const { caller } = stranger(portal, 0);
    const signIn = (proof?: string) =>
      portal.accounts.signIn(caller, { email: owner.email, password: goodPassword, proof });
    const challengeIn = (error: unknown) => (isPortalError(error) && error.challenge) || expect.fail(String(error));
    const challenge: Challenge = JSON.parse(await signIn().then(() => "", challengeIn));
    const proof = await solved(challenge);
    const both = [signIn(proof), signIn(proof)].map((outcome) => outcome.catch(challengeIn));
    // Whichever comes second is refused while the other one waits.
    expect(await Promise.race(both)).toEqual(expect.any(String));
    letAllGo();
    expect(await Promise.all(both)).toContainEqual(expect.objectContaining({ next: "signed-in" }));
    await ended();
    expect(refused()).toBe(24);
  });
});

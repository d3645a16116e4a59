import { expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import { acceptInvitation } from "#operations/accounts/invitations.ts";
import { signInNewAccount } from "#web/account/server/account-step.server.ts";
import {
  accountTestOn,
  freshEmail,
  goodPassword,
  type Member,
  otherPassword,
  tokenMailed,
  Visitor,
} from "../support/accounts/account-visitor.ts";
import { freshAdmin, sentInvitation } from "../support/accounts/fresh-accounts.ts";
import { Authenticator, type CreationOptions, type RequestOptions } from "../support/accounts/authenticator.ts";

const origin = "http://localhost:3999";
const test = accountTestOn("sqlite", { PUBLIC_URL: origin });

/** An attacker who knows the owner's email tries everything 10,000 times, from the owner's own network address. */
async function attack({
  portal,
  email,
  clientAddress,
}: Pick<Member, "portal" | "email" | "clientAddress">): Promise<void> {
  const attacker = new Visitor(portal, clientAddress);
  await attacker.signIn(email, otherPassword);
  await attacker.step("signUp", { email, password: otherPassword, name: "Mallory" });
  await attacker.step("confirmAddress", { token: "guessed", password: otherPassword });
  await attacker.step("resetPassword", { token: "guessed", password: otherPassword });
  const response = new Authenticator(origin).get({ challenge: "none" });
  await attacker.call("/passkey/verify-authentication", { response });
  await attacker.call("/sign-in/social", { provider: "1" });
  for (let times = 0; times < 2; times += 1) await attacker.step("askForReset", { email });
  await portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 10_000 }).execute());
  expect(await attacker.signIn(email)).toMatchObject({ problem: "too-many-requests" });
  expect(await attacker.signIn(freshEmail())).toMatchObject({ problem: "too-many-requests" });
}

async function withPasskey(owner: Member): Promise<Authenticator> {
  const key = new Authenticator(origin);
  const options = await owner.call("/passkey/generate-register-options", { password: goodPassword });
  const response = key.create((await options.json()) as CreationOptions);
  expect((await owner.call("/passkey/verify-registration", { response })).status).toBe(200);
  return key;
}

async function show(visitor: Visitor, key: Authenticator): Promise<number> {
  const options = await visitor.call("/passkey/generate-authenticate-options");
  const response = key.get((await options.json()) as RequestOptions);
  return (await visitor.call("/passkey/verify-authentication", { response })).status;
}

test("after 10,000 wrong tries the owner can still sign in and change the password in a known browser", async ({
  owner,
}) => {
  await attack(owner);
  expect(await owner.signIn(owner.email)).toMatchObject({ ok: true });
  const form = { currentPassword: goodPassword, password: otherPassword };
  expect(await owner.step("changePassword", form)).toMatchObject({ ok: true });
});

test("after 10,000 wrong tries the owner can still sign in with a passkey in any browser", async ({
  owner,
  portal,
}) => {
  const key = await withPasskey(owner);
  await attack(owner);
  expect(await show(new Visitor(portal, owner.clientAddress), key)).toBe(200);
});

test("after 10,000 wrong tries the owner can still reset the password by mail in a new browser, which is then a known one", async ({
  site,
  owner,
}) => {
  await attack(owner);
  const elsewhere = new Visitor(site.portal, owner.clientAddress);
  expect(await elsewhere.step("askForReset", { email: owner.email })).toMatchObject({ ok: true });
  const token = await tokenMailed(site, owner.email, "reset");
  expect(await elsewhere.step("resetPassword", { token, password: otherPassword })).toMatchObject({ ok: true });
  await attack(owner);
  expect(await elsewhere.signIn(owner.email, otherPassword)).toMatchObject({ ok: true });
});

test("after 10,000 wrong tries a new person can still confirm their address with the mailed link", async ({
  site,
  owner,
}) => {
  const newcomer = Object.assign(new Visitor(site.portal, owner.clientAddress), { email: freshEmail(), id: "" });
  await newcomer.step("signUp", { email: newcomer.email, password: goodPassword, name: "Karim" });
  const token = await tokenMailed(site, newcomer.email, "confirm");
  await new Visitor(site.portal).signIn(newcomer.email, otherPassword);
  await site.portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 10_000 }).execute());
  expect(await newcomer.step("confirmAddress", { token, password: goodPassword })).toMatchObject({ ok: true });
});

test("after 10,000 wrong tries an invited person is signed in as soon as the account is made", async ({
  owner,
  portal,
}) => {
  const email = freshEmail();
  const { token } = await sentInvitation(portal, await freshAdmin(portal), { email, role: "moderator" });
  await attack({ portal, email, clientAddress: owner.clientAddress });
  await acceptInvitation(portal, { token, name: "Karim", password: goodPassword });
  const { caller } = new Visitor(portal, owner.clientAddress);
  const visit = { portal, caller, report: () => {}, answerHeaders: new Headers() };
  const next = await signInNewAccount(visit, { email, password: goodPassword });
  expect(next.headers.getSetCookie().join()).toContain("attestry-session=");
});

test("after 10,000 wrong tries a new password from the command line signs in at once", async ({ owner, portal }) => {
  await attack(owner);
  const form = { email: owner.email, name: "Rahim", password: otherPassword };
  await addAccount(portal, system("command-line"), "admin", form);
  expect(await new Visitor(portal, "203.0.113.1").signIn(owner.email, otherPassword)).toMatchObject({ ok: true });
});

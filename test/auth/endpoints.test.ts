import { describe, expect } from "vitest";
import { authEndpoints } from "#auth/endpoints.ts";
import {
  accountTestOn,
  freshEmail,
  goodPassword,
  member,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";

/** Paths of better-auth that this site does not have. */
const neverAnswered = `
  /reset-password /reset-password/x /request-password-reset /verify-password /verify-email
  /send-verification-email /change-email /change-password /update-session /update-user /delete-user
  /delete-user/callback /list-sessions /revoke-session /revoke-sessions /revoke-other-sessions /link-social
  /list-accounts /unlink-account /refresh-token /get-access-token /account-info /callback/github
  /two-factor/get-totp-uri /two-factor/send-otp /two-factor/verify-otp /two-factor/generate-backup-codes
  /two-factor/enable /two-factor/disable /passkey/list-user-passkeys /passkey/delete-passkey
  /passkey/update-passkey /ok /error`
  .trim()
  .split(/\s+/);

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe("/api/auth", () => {
  // The other files in this folder test the storage of accounts on both engines.
  const test = accountTestOn("sqlite");
  const signUpForm = (email: string) => ({ email, password: goodPassword, name: "Rahim" });

  test("signs up and signs in with the documented format of requests and responses", async ({ site, visitor }) => {
    const email = freshEmail();
    const signedUp = await visitor.call("/sign-up/email", {
      ...signUpForm(email),
      image: "https://a.example/b.png",
      role: "admin",
      emailVerified: true,
    });
    expect(signedUp.status).toBe(200);
    expect(await json(signedUp)).toEqual({
      token: null,
      user: {
        id: expect.any(String),
        email,
        name: "Rahim",
        image: "https://a.example/b.png",
        emailVerified: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const unconfirmed = await visitor.call("/sign-in/email", { email, password: goodPassword });
    expect([unconfirmed.status, (await json(unconfirmed))["code"]]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
    const owner = await member(site);
    const signedIn = await visitor.call("/sign-in/email", {
      email: owner.email,
      password: goodPassword,
      rememberMe: false,
    });
    expect(await json(signedIn)).toMatchObject({
      redirect: false,
      token: expect.any(String),
      user: { email: owner.email },
    });
    expect(signedIn.headers.get("cache-control")).toBe("no-store");
    expect(await json(await visitor.call("/get-session"))).toMatchObject({ user: { id: owner.id } });
    const signedOut = await visitor.call("/sign-out", {});
    expect(await json(signedOut)).toEqual({ success: true });
    expect(await (await visitor.call("/get-session")).json()).toBeNull();
  });

  test("gives the same response to a sign-up for a taken address and for a new one", async ({ owner, visitor }) => {
    const [taken, fresh] = [owner.email, freshEmail()];
    const answers = [];
    for (const email of [taken, fresh]) {
      const response = await visitor.call("/sign-up/email", signUpForm(email));
      const text = JSON.stringify(await response.json()).replaceAll(email, "");
      answers.push([
        response.status,
        [...response.headers],
        text.replaceAll(/"(id|createdAt|updatedAt)":"[^"]*"/g, ""),
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test("never takes the site's own address from Host, forwarding headers or callbackURL", async ({ site, visitor }) => {
    const evil = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Origin: "https://evil.example",
    };
    const email = freshEmail();
    await visitor.call("/sign-up/email", { ...signUpForm(email), callbackURL: "https://evil.example/" }, evil);
    const [mail] = await site.mails();
    expect(mail?.text).toContain(`${site.portal.publicOrigin}/confirm?token=`);
    expect(JSON.stringify(mail)).not.toContain("evil.example");
    const owner = await member(site);
    const response = await visitor.call(
      "/sign-in/email",
      { email: owner.email, password: goodPassword, callbackURL: "https://evil.example/" },
      evil,
    );
    expect(response.headers.get("location")).toBeNull();
    expect(JSON.stringify(await response.json())).not.toContain("evil.example");
  });

  test.for([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["empty", ""],
    ["a prototype", '{"__proto__":{"email":"a@b.c"},"constructor":1}'],
    ["nested deeply", "[".repeat(50_000)],
    ["a name twice", '{"email":"a@b.c","email":"b@b.c"}'],
  ] as const)("answers 400 to a request body that is %s", async ([, body], { portal }) => {
    const visitor = new Visitor(portal);
    const address = `${portal.publicOrigin}/api/auth/sign-in/email`;
    const request = new Request(address, { method: "POST", headers: visitor.headers(), body });
    const response = await portal.accounts.answer(request, visitor.clientAddress);
    expect(response.status).toBe(400);
  });

  test("accepts a second factor from a program: an app code or a recovery code", async ({ site, owner, visitor }) => {
    const { secret, recoveryCodes } = await withApp(owner);
    const halfIn = await visitor.call("/sign-in/email", { email: owner.email, password: goodPassword });
    expect(await json(halfIn)).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    const trusting = { code: "000000", trustDevice: true };
    expect((await visitor.call("/two-factor/verify-totp", trusting)).status).toBe(401);
    const code = appCode(secret);
    const done = await visitor.call("/two-factor/verify-totp", { code, trustDevice: true });
    expect(await json(done)).toMatchObject({ token: expect.any(String), user: { email: owner.email } });
    const again = new Visitor(site.portal);
    for (const [name, value] of visitor.cookies) again.cookies.set(name, value);
    await again.call("/sign-out", {});
    expect(await again.signIn(owner.email)).toMatchObject({ next: "second-factor" });
    const byCode = await again.call("/two-factor/verify-backup-code", { code: recoveryCodes[0] });
    expect(byCode.status).toBe(200);
    expect((await again.whoAmI())?.person.id).toBe(owner.id);
  });

  test("answers 404 to every path and method that is not in its list", async ({ owner }) => {
    for (const path of neverAnswered) {
      for (const body of [undefined, {}]) expect([path, (await owner.call(path, body)).status]).toEqual([path, 404]);
    }
    for (const [path, methods] of Object.entries(authEndpoints)) {
      const otherMethod = "POST" in methods ? undefined : {};
      expect([path, (await owner.call(path, otherMethod)).status]).toEqual([path, 404]);
    }
    for (const path of [
      "/sign-in/email/",
      "//sign-in/email",
      "/SIGN-IN/email",
      "/sign-in%2Femail",
      "/./sign-up/email/x",
      "",
      "/",
    ]) {
      expect([path, (await owner.call(path, {})).status]).toEqual([path, 404]);
    }
  });
});

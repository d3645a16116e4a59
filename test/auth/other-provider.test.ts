import { OAuth2Server } from "oauth2-mock-server";
import { expect, onTestFinished, test } from "vitest";
import { freshEmail, portalWithMail, Visitor } from "../support/accounts/account-visitor.ts";
import { addProvider } from "../support/accounts/identity-provider.ts";
import { comeBack } from "../support/accounts/through-provider.ts";

/** Another implementation than oidc-provider: it asks nobody, and tells the email only at its userinfo address. */
test("an OpenID provider by others signs people in, with the role that only its userinfo tells", async () => {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "localhost");
  onTestFinished(() => server.stop());
  const email = freshEmail();
  server.service.on("beforeUserinfo", (userInfo: { body: unknown }) => {
    userInfo.body = { sub: "johndoe", email, email_verified: true, name: "Karim", groups: ["clerks"] };
  });
  const { portal } = await portalWithMail("sqlite", { PRIVATE_TARGETS: "allow" });
  const { url: issuer = "" } = server.issuer;
  await addProvider(portal, issuer, { claim: "groups", roles: "clerks = student", scopes: "groups" });
  for (const visitor of [new Visitor(portal), new Visitor(portal)]) {
    const begun = await visitor.does(portal.accounts.providers.start(visitor.caller, "1", "/account"));
    const asked = await fetch(begun.ok ? begun.url : expect.fail(), { redirect: "manual" });
    expect(await comeBack(visitor, asked.headers.get("location") ?? "")).toBe("/account");
    expect((await visitor.whoAmI())?.person).toMatchObject({ email, name: "Karim", hasProvider: true });
  }
});

import { documentKinds } from "#core/records/document-kinds.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { otherPassword } from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { Authenticator, type RequestOptions } from "../support/accounts/authenticator.ts";
import { beginning, copyOfEarlierSite, factsOf } from "../support/earlier-version.ts";
import { IdentityProvider, providerClient, walkThroughProvider } from "../support/accounts/identity-provider.ts";
import { engines, whenFileEnds } from "../support/portals.ts";
import { mailsIn } from "../support/read-mail.ts";
import { attestry } from "../support/processes/command.ts";
import { startServer } from "../support/processes/server.ts";
import { asJson, fromElsewhere } from "../support/accounts/signed-in.ts";

/** A browser with its own cookies. Each request comes from another client address. */
class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, ...cookies: string[]) {
    this.#url = url;
    for (const cookie of cookies) this.#keep(cookie);
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(fromElsewhere())) headers.set(name, value);
    headers.set("Cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(this.#url + path, { redirect: "manual", ...init, headers });
    for (const line of answer.headers.getSetCookie()) this.#keep(line.split(";")[0] ?? "");
    return answer;
  }

  readonly page = async (path: string): Promise<string> => (await this.ask(path)).text();

  readonly fill = (path: string, fields: Record<string, string>): Promise<Response> =>
    this.ask(path, { method: "POST", body: new URLSearchParams(fields) });

  readonly auth = (path: string, body: object): Promise<Response> => this.ask(`/api/auth${path}`, asJson("POST", body));

  readonly signIn = (email: string, password: string): Promise<Response> =>
    this.auth("/sign-in/email", { email, password });

  /** Returns the email of the signed-in account, or null. */
  async whoAmI(): Promise<string | null> {
    const answer = await this.ask("/api/auth/get-session");
    const session = (await answer.json()) as { user: { email: string } } | null;
    return session?.user.email ?? null;
  }

  #keep(cookie: string): void {
    const at = cookie.indexOf("=");
    this.#cookies.set(cookie.slice(0, at), cookie.slice(at + 1));
  }
}

const isPicture = ({ status, headers }: Response) => status === 200 && headers.get("content-type") === "image/webp";

describe.each(engines)("a site of an earlier version on %s", (engine) => {
  const facts = factsOf[engine];
  const { password, records, app } = facts;
  let environment: Record<string, string>;
  let google: IdentityProvider;
  let url = "";

  const serve = async (settings: Record<string, string>) => {
    const server = await startServer(settings);
    whenFileEnds(() => server[Symbol.asyncDispose]());
    return server.url;
  };

  beforeAll(async () => {
    // The test's own clock moves too: the provider's signatures and the app's codes depend on the time.
    vi.useFakeTimers({ toFake: ["Date"], now: beginning(engine) });
    whenFileEnds(async () => void vi.useRealTimers());
    google = await IdentityProvider.start([facts.origin]);
    whenFileEnds(() => google[Symbol.asyncDispose]());
    environment = await copyOfEarlierSite(engine);
    url = await serve({
      ...environment,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: providerClient.clientId,
      GOOGLE_CLIENT_SECRET: providerClient.clientSecret,
    });
  });

  const anybody = (...cookies: string[]) => new Browser(url, ...cookies);
  const admin = () => anybody(facts.sessions.admin.cookie);
  const moderator = () => anybody(facts.sessions.password.cookie);

  /** Signs in to the account with the app: by password, then by code. Returns the status of the second step. */
  async function withCode(browser: Browser, code: string): Promise<number> {
    expect(await (await browser.signIn(app.email, password)).json()).toMatchObject({ twoFactorRedirect: true });
    const way = /^\d+$/.test(code) ? "verify-totp" : "verify-backup-code";
    return (await browser.auth(`/two-factor/${way}`, { code })).status;
  }

  describe("lets its accounts sign in", () => {
    test("with the right password only", async () => {
      const browser = anybody();
      expect((await browser.signIn(facts.accounts.student, `${password}r`)).status).toBe(401);
      expect((await browser.signIn(facts.accounts.student, password)).status).toBe(200);
      expect(await browser.whoAmI()).toBe(facts.accounts.student);
    });

    test("with the code of an app", async () => {
      const browser = anybody();
      expect(await withCode(browser, appCode(app.secret, 20))).toBe(401);
      expect(await browser.whoAmI()).toBeNull();
      expect(await withCode(browser, appCode(app.secret))).toBe(200);
      expect(await browser.whoAmI()).toBe(app.email);
    });

    test("with an unused recovery code, once", async () => {
      const [code = ""] = app.recoveryCodes;
      const browser = anybody();
      expect(await withCode(browser, app.usedCode)).toBe(401);
      expect(await withCode(browser, code)).toBe(200);
      expect(await browser.whoAmI()).toBe(app.email);
      expect(await withCode(anybody(), code)).toBe(401);
    });

    test("with a code alone if the password was entered before the update", async () => {
      const browser = anybody(facts.betweenPasswordAndCode.cookie);
      const [, code = ""] = app.recoveryCodes;
      expect((await browser.auth("/two-factor/verify-backup-code", { code })).status).toBe(200);
      expect(await browser.whoAmI()).toBe(facts.betweenPasswordAndCode.email);
    });

    test("with a passkey", async () => {
      const browser = anybody();
      const options = await browser.ask("/api/auth/passkey/generate-authenticate-options");
      const key = new Authenticator(facts.origin, facts.passkey);
      const response = key.get((await options.json()) as RequestOptions);
      expect((await browser.auth("/passkey/verify-authentication", { response })).status).toBe(200);
      expect(await browser.whoAmI()).toBe(facts.passkey.email);
      expect(await browser.page("/account/passkeys")).toContain("Phone");
    });

    test("through Google", async () => {
      // With another email address: the account is found by the provider's subject.
      google.people.set(facts.google.sub, { email: "moved@example.org", isVerified: true, name: "Rahim Uddin" });
      const browser = anybody();
      const begun = await browser.auth("/sign-in/social", { provider: "google", callbackURL: "/account" });
      const { url: start } = (await begun.json()) as { url: string };
      const { pathname, search } = new URL(await walkThroughProvider(start, facts.google.sub));
      expect((await browser.ask(pathname + search)).headers.get("location")).toBe("/account");
      expect(await browser.whoAmI()).toBe(facts.google.email);
    });

    test("with a session that is still open", async () => {
      for (const { email, cookie } of Object.values(facts.sessions)) {
        expect([email, await anybody(cookie).whoAmI()]).toEqual([email, email]);
        expect((await anybody(cookie).ask("/account")).status).toBe(200);
        expect(await anybody(cookie.replace(/=.{4}/, "=AAAA")).whoAmI()).toBeNull();
      }
    });

    test("in a known browser while strangers guess the password", async () => {
      const { email, cookie } = facts.knownBrowser;
      await Promise.all(Array.from({ length: 10 }, () => anybody().signIn(email, "a guess")));
      expect((await anybody().signIn(email, password)).status).toBe(429);
      expect((await anybody(cookie).signIn(email, password)).status).toBe(200);
    });

    test("with a token for programs", async () => {
      const list = (token: string) => anybody().ask("/Users_Infos", { headers: { Authorization: `Bearer ${token}` } });
      expect((await list(`${facts.apiToken}A`)).status).toBe(401);
      expect(await (await list(facts.apiToken)).text()).toContain(facts.accounts.moderator);
    });

    test("with mailed links that were not used yet", async () => {
      const { confirm, reset, invitation } = facts.links;
      const chosen = { password: otherPassword, password2: otherPassword };
      await anybody().fill("/reset", { token: reset.token, ...chosen });
      await anybody().fill("/confirm", { token: confirm.token, password });
      await anybody().fill("/invitation", { token: invitation.token, name: "Ima Invited", ...chosen });
      expect((await anybody().signIn(reset.email, otherPassword)).status).toBe(200);
      expect((await anybody().signIn(confirm.email, password)).status).toBe(200);
      expect((await anybody().signIn(invitation.email, otherPassword)).status).toBe(200);
    });
  });

  test("sends the mails that were queued", async () => {
    const letters = async () => (await mailsIn(environment["DATA_DIR"] ?? "")).map(({ headers }) => headers["to"]);
    await expect.poll(letters).toContainEqual(expect.stringContaining(facts.waitingMail.email));
  });

  describe("shows its content", () => {
    test("to visitors who look a number up: only published records, with their documents", async () => {
      const { passportNumber, irccNumber, name } = records.published;
      const page = await (await anybody().fill("/", { number: passportNumber })).text();
      const images = [...page.matchAll(/"(\/images\/[^"]+signature=[^"]+)"/g)].map(([, link = ""]) => link);
      expect(page).toContain(name);
      // Two pages of the permit, and the visa.
      expect(new Set(images.map((link) => link.split("/")[2])).size).toBeGreaterThanOrEqual(3);
      for (const link of images) {
        expect(await anybody().ask(link.replaceAll("&amp;", "&"))).toSatisfy(isPicture);
      }
      expect(await anybody().page(`/ircc/${irccNumber}`)).toContain(name);
      for (const other of [records.hidden, records.denied, records.waiting, records.sentBack]) {
        expect((await anybody().ask(`/result/${other.passportNumber}`)).status).toBe(404);
      }
    });

    test("to staff: records in every state", async () => {
      for (const { id, name, passportNumber, irccNumber } of Object.values(records)) {
        const answer = await admin().ask(`/User_Data/${id}`);
        expect(await answer.json()).toMatchObject({ name, id: passportNumber, IRCC_Num: irccNumber });
      }
      expect(await moderator().page("/dashboard/ManagePost")).toContain(records.sentBack.reason);
      const search = await admin().page(`/dashboard/update?search=${records.waiting.name.split(" ")[0] ?? ""}`);
      expect(search).toContain(records.waiting.name);
    });

    test("to the author of a draft: the typed values and the uploads", async () => {
      const form = await moderator().page("/dashboard/ManagePost");
      expect(form).toContain(facts.draft.name);
      for (const image of facts.draft.images) {
        expect(form).toContain(image);
        expect(await moderator().ask(`/images/${image}-1/480`)).toSatisfy(isPicture);
      }
    });

    test("in posts: text, images and search", async () => {
      expect(await anybody().page(`/news/${facts.post.id}`)).toContain(facts.post.title);
      for (const image of facts.post.images) {
        expect(await anybody().ask(`/images/${image}/2000`)).toSatisfy(isPicture);
      }
      expect(await anybody().page("/search?q=Mirpur")).toContain(facts.post.id);
    });

    test("about classes, payments and reports", async () => {
      const student = anybody(facts.sessions.student.cookie);
      const receipt = await student.page(`/dashboard/receipt/${facts.receipt.id}`);
      expect(receipt).toContain(facts.receipt.class);
      expect(receipt).toContain(facts.receipt.paidBy);
      expect(await student.page("/dashboard/my-enrolled-classes")).toContain(facts.receipt.class);
      const reports = await admin().page("/dashboard/Reports");
      expect(reports).toContain(facts.report.reference);
      expect(reports).toContain(facts.report.message);
    });

    test("with its settings, texts and menu", async () => {
      const about = await anybody().page("/about");
      expect(about).toContain(facts.settings.aboutTitle);
      expect(about).toContain(facts.settings.operator);
      expect(await anybody().page("/")).toContain(facts.settings.menuLink);
    });

    test("with every kind of document as before, and a note to admins to check that choice", async () => {
      const { out } = await attestry(environment, ["settings"]);
      expect(JSON.parse(out)).toMatchObject({ shownKinds: documentKinds, kindsAreChosen: false });
      const note = "Visitors see medical, police or fingerprint papers";
      expect(await admin().page("/dashboard/update")).toContain(note);
      expect(await anybody(facts.sessions.student.cookie).page("/dashboard/my-enrolled-classes")).not.toContain(note);
    });
  });

  test("passes attestry verify", async () => {
    const site = await copyOfEarlierSite(engine);
    // `verify` refuses to migrate the schema. Any other command does it.
    await attestry(site, ["settings"]);
    const { out: found } = await attestry(site, ["verify"]);
    expect(found).toContain("Audit chain: 41 events, intact.");
    expect(found).toContain("Records: 5 can be opened, 0 cannot.");
    expect(found).toContain("Images: 7 intact, 0 damaged; 0 blobs without an image.");
    expect(found).toContain("Lookup log: 4 lookups, intact.");
  });

  test("can be rotated to a new SECRET, second factors included", async () => {
    const old = await copyOfEarlierSite(engine);
    const [newest, both] = ["n".repeat(40), `${"n".repeat(40)},${facts.secret}`];
    const rotating = await attestry({ ...old, SECRET: both }, ["keys", "rotate"]);
    expect(rotating.out).toContain("The keys of 5 records are encrypted with the newest secret.");
    const rotated = { ...old, SECRET: newest };
    expect((await attestry(rotated, ["verify"])).out).toContain("Records: 5 can be opened, 0 cannot.");
    const moved = await serve(rotated);
    expect(await withCode(new Browser(moved), appCode(app.secret))).toBe(200);
    expect(await withCode(new Browser(moved), app.recoveryCodes[0] ?? "")).toBe(200);
    expect(await new Browser(moved).page(`/result/${records.published.passportNumber}`)).toContain(
      records.published.name,
    );
    // This cookie is signed under the old secret.
    expect(await new Browser(moved, facts.sessions.admin.cookie).whoAmI()).toBeNull();
  });
});

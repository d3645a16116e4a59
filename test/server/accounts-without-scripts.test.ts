import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { timePasses } from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { mailsIn } from "../support/read-mail.ts";
import { asJson, cookieFor, fromElsewhere } from "../support/accounts/signed-in.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";
import { freshAdmin, freshEmail, freshAccount, goodPassword } from "../support/accounts/fresh-accounts.ts";

const { portal, url, environment } = await startSite();
await freshAdmin(portal);
const otherPassword = "seven purple lamps 88";
const wrongPassword = "This password is not right. Try again.";
const wrongCode = "This code is not right. Type the one that the app shows now.";

/** Fills in a form, sends it, and returns the text of the next page. */
async function sends(page: PlainBrowser, boxes: Record<string, string>, button: string): Promise<string> {
  page.types(boxes);
  await page.presses(button);
  return page.words;
}

const signsIn = (page: PlainBrowser, email: string, password = goodPassword) =>
  sends(page, { Email: email, Password: password }, "Sign in");

async function at(path: string, email?: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, email === undefined ? "" : await cookieFor(url, email));
  await page.opens(path);
  return page;
}

async function member(): Promise<string> {
  const email = freshEmail();
  await freshAccount(portal, "student", email);
  return email;
}

const codesOn = ({ html }: PlainBrowser) =>
  [...html.matchAll(/<code[^>]*>([\w-]+)<\/code>/g)].map(([, code = ""]) => code);

/** The path in the newest link mailed to this address. */
async function linkMailed(email: string, to: "confirm" | "reset" | "invitation"): Promise<string> {
  const link = new RegExp(`/${to}\\?token=[\\w-]+`);
  const find = async () =>
    (await mailsIn(environment["DATA_DIR"] ?? ""))
      .filter(({ headers }) => headers["to"]?.includes(email))
      .flatMap(({ text }) => link.exec(text)?.[0] ?? [])
      .at(-1);
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
}

test("the token of a mailed link waits in a cookie for 15 minutes, until its form has done its work", async () => {
  const email = await member();
  await sends(await at("/forgot"), { Email: email }, "Send the link");
  const link = await linkMailed(email, "reset");
  const opened = await fetch(url + link, { redirect: "manual" });
  const [cookie = ""] = opened.headers.getSetCookie();
  expect([opened.headers.get("Location"), cookie]).toEqual(["/reset", expect.stringContaining("; Max-Age=900; ")]);
  const posts = async (password: string) => {
    const body = new URLSearchParams({ token: link.split("=")[1] ?? "", password, password2: password });
    const headers = { ...fromElsewhere(), Cookie: cookie.split(";")[0] ?? "", Origin: url };
    const { status, headers: sent } = await fetch(`${url}/reset`, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
    });
    return [status, sent.getSetCookie().filter((line) => line.startsWith("attestry.link-reset=;")).length];
  };
  expect(await posts("short")).toEqual([400, 0]);
  expect(await posts(otherPassword)).toEqual([303, 1]);
});

test("account pages are neither cached nor indexed, and that of a mailed link has no token in its address", async () => {
  const open = ["/login", "/register", "/register/sent", "/forgot", "/forgot/sent", "/second-factor"];
  const byLink = ["/confirm?token=x", "/reset?token=x", "/invitation?token=x", "/setup?token=x"];
  for (const path of [...open, ...byLink]) {
    const answer = await fetch(url + path);
    expect(Object.fromEntries(answer.headers), path).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(new URL(answer.url).search).toBe("");
  }
});

test("a visitor registers, confirms the address by the mailed link, which works once, and is signed in", async () => {
  const email = freshEmail();
  const page = await at("/register");
  const form = { "Photo URL": "https://pictures.example/a.jpg", Name: "Rahim Uddin", Email: email };
  const passwords = { Password: goodPassword, "Confirm password": goodPassword };
  const empty = await sends(page, {}, "Register");
  for (const box of ["Photo URL", "Name", "Email", "Password"]) expect(empty).toContain(`${box} is required`);
  const insecure = await sends(page, { "Photo URL": "http://pictures.example/a.jpg" }, "Register");
  expect(insecure).toContain("Use a link that starts with https://");
  const refused = await sends(page, { ...form, ...passwords, "Confirm password": otherPassword }, "Register");
  expect([page.status, refused]).toEqual([400, expect.stringContaining("Password did not match")]);
  expect(page.box("Name").value).toBe("Rahim Uddin");
  expect(await sends(page, passwords, "Register")).toContain("Register successful!");
  const link = await linkMailed(email, "confirm");
  await page.opens(link);
  expect(await sends(page, { Password: otherPassword }, "Confirm")).toContain(wrongPassword);
  await sends(page, { Password: goodPassword }, "Confirm");
  expect([page.heading, page.words]).toEqual(["Your account", expect.stringContaining("Rahim Uddin")]);
  await page.opens(link);
  expect(page.heading).toBe("This link has expired");
});

test("a registration that is being typed keeps its values in another language, but not its passwords", async () => {
  const page = await at("/register?from=%2Faccount%2Fpassword");
  page.types({ Name: "Rahim Uddin", Email: "rahim@agency.example", Password: goodPassword });
  await page.presses("বাংলা");
  expect([page.heading, page.box("নাম").value, page.box("ইমেইল").value]).toEqual([
    "নিবন্ধন করুন",
    "Rahim Uddin",
    "rahim@agency.example",
  ]);
  expect(page.html).not.toMatch(/gravel tulip|aria-invalid="true"/);
  expect(page.html).toContain("/login?from=%2Faccount%2Fpassword");
});

test("the registration page says that an invitation is needed, if the settings require one", async () => {
  await changeSettings(portal, system("test"), { change: { registration: "invite" } });
  const page = await at("/register");
  expect(page.heading).toBe("You need an invitation");
  expect(page.html).not.toContain('name="email"');
  await changeSettings(portal, system("test"), { change: { registration: "open" } });
});

test("a user who is signed in already goes on to the page that they came from", async () => {
  const page = await at("/login", await member());
  expect(page.path).toBe("/");
  await page.opens("/login?from=/Check_Visa");
  expect(page.path).toBe("/Check_Visa");
  await page.opens("/register");
  expect(page.path).toBe("/");
});

test("a user sees in which browsers they are signed in, and signs one of them out", async () => {
  const email = await member();
  const page = await at("/account/sessions", email);
  const firefox = { ...fromElsewhere(), "User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0" };
  await fetch(`${url}/api/auth/sign-in/email`, asJson("POST", { email, password: goodPassword }, firefox));
  await page.opens("/account/sessions");
  expect(page.words).toMatch(/Last used now \(\d{1,2} \w+ \d{4} at \d\d:\d\d/);
  await page.presses("Sign out Firefox on Android");
  expect(page.heading).toBe("Where you are signed in");
  expect(page.words).not.toContain("Firefox on Android");
});

test("a user replaces a forgotten password through the mailed link, which works once", async () => {
  const email = await member();
  const page = await at("/forgot");
  await sends(page, { Email: email }, "Send the link");
  expect(page.heading).toBe("Check your mail");
  const link = await linkMailed(email, "reset");
  await page.opens(link);
  const tooShort = { "New password": "short", "Confirm password": "shorter" };
  const refused = await sends(page, tooShort, "Save the password");
  for (const words of ["Use at least 12 characters", "Password did not match"]) expect(refused).toContain(words);
  expect(page.path).toBe("/reset");
  const good = { "New password": otherPassword, "Confirm password": otherPassword };
  expect(await sends(page, good, "Save the password")).toContain("Your new password is saved.");
  await page.opens("/login");
  expect(await signsIn(page, email)).toContain("Email or password is not right.");
  await signsIn(page, email, otherPassword);
  expect(page.heading).toBe("What you can do here");
  await page.opens(link);
  expect(page.heading).toBe("This link has expired");
  expect(page.words).not.toContain("Open the link in the mail once more.");
  // A browser that has forgotten the token does not know whether the link still works.
  expect((await at("/reset")).words).toContain("Open the link in the mail once more.");
  await page.follows("Ask for a new link");
  expect(page.heading).toBe("Choose a new password");
});

test.each([
  ["admin", "/dashboard"],
  ["moderator", "/dashboard"],
  ["student", "/dashboard/BAD_Request"],
] as const)("signing in leads the role %s to %s, or to the page that asked for the sign-in", async (role, landing) => {
  const email = freshEmail();
  await freshAccount(portal, role, email);
  const page = await at("/login");
  expect(await signsIn(page, email)).toContain("Login successful!");
  expect(page.path).toBe(landing);
  const other = await at("/login?from=/account/profile");
  await signsIn(other, email);
  expect(other.path).toBe("/account/profile");
});

test("an invited person makes an account through the mailed link, which works once", async () => {
  const [invited, inviting] = [freshEmail(), freshEmail()];
  await freshAdmin(portal, inviting);
  await sends(await at("/dashboard/invite", inviting), { Email: invited }, "Send the invitation");
  const link = await linkMailed(invited, "invitation");
  const page = await at(link);
  expect(page.words).toContain("You are invited as Moderator.");
  expect(page.box("Email").value).toBe(invited);
  const form = { Name: "Mitu Sarker", Password: goodPassword, "Confirm password": otherPassword };
  expect(await sends(page, form, "Make my account")).toContain("Password did not match");
  await sends(page, { ...form, "Confirm password": goodPassword }, "Make my account");
  expect([page.heading, page.words]).toEqual(["Your account", expect.stringContaining("Moderator")]);
  await page.opens(link);
  expect(page.heading).toBe("This link has expired");
});

test("a user changes profile and password, and signs out every browser", async () => {
  const email = await member();
  const page = await at("/account/profile", email);
  const refused = await sends(page, { Name: "", "Photo URL": "http://pictures.example/me.jpg" }, "Save");
  for (const words of ["Name is required", "Use a link that starts with https://"]) expect(refused).toContain(words);
  expect(page.box("Photo URL").value).toBe("http://pictures.example/me.jpg");
  expect(await sends(page, { Name: "Sadia Akter", "Photo URL": "" }, "Save")).toMatch(/Saved\..*Sadia Akter/);
  await page.opens("/account/password");
  const change = { "New password": otherPassword, "Confirm password": otherPassword };
  const wrong = { ...change, "Current password": otherPassword };
  expect(await sends(page, wrong, "Save the password")).toContain(wrongPassword);
  expect(await sends(page, { ...wrong, "Current password": goodPassword }, "Save the password")).toContain("Saved.");
  await page.opens("/account/sessions");
  await page.presses("Sign out everywhere");
  expect(page.words).toContain("You are signed out everywhere.");
  await page.opens("/account/sessions");
  expect(page.heading).toBe("Sign in");
});

test("a user turns the second step on, uses recovery codes, makes new ones, and turns it off again", async () => {
  const email = await member();
  const page = await at("/account/second-step", email);
  expect(await sends(page, { Password: otherPassword }, "Continue")).toContain(wrongPassword);
  await sends(page, { Password: goodPassword }, "Continue");
  const secret = /name="secret" value="(\w+)"/.exec(page.html)?.[1] ?? "";
  expect(page.html).toContain("QR code for your authenticator app");
  expect(await sends(page, { Code: "000000" }, "Turn it on")).toContain(wrongCode);
  expect(page.html).toContain(`name="secret" value="${secret}"`);
  await sends(page, { Code: appCode(secret) }, "Turn it on");
  expect(page.heading).toBe("Keep these codes");
  const codes = codesOn(page);

  const other = await at("/account/profile");
  await signsIn(other, email);
  expect(other.heading).toBe("One more step");
  expect(await sends(other, { Code: "000000" }, "Continue")).toContain(wrongCode);
  await sends(other, { "Recovery code": codes[0] ?? "" }, "Use the recovery code");
  expect(other.heading).toBe("Profile");
  await other.opens("/prove-again?from=/account/profile");
  await sends(other, { "Recovery code": codes[1] ?? "" }, "Use the recovery code");
  expect(other.heading).toBe("Profile");

  await page.opens("/account/second-step");
  expect(await sends(page, { Password: goodPassword }, "Make new codes")).toContain("Keep these codes");
  await page.opens("/account/second-step");
  expect(await sends(page, { "#password-remove": goodPassword }, "Turn it off")).toContain("Saved.");
  expect(page.words).toContain("Turn on the second step");
});

test("a user without a phone prints codes, signs in with each once, and makes new ones before the last is used", async () => {
  const email = await member();
  const page = await at("/account/second-step", email);
  await sends(page, { Password: goodPassword }, "Print codes instead of using an app");
  expect(page.heading).toBe("Keep these codes");
  const codes = codesOn(page);
  const other = await at("/account/profile");
  await signsIn(other, email);
  expect(other.words).not.toContain("authenticator app");
  await sends(other, { "Recovery code": codes[0] ?? "" }, "Use the recovery code");
  expect(other.heading).toBe("Profile");
  for (const code of codes.slice(1, 8)) {
    await other.opens("/prove-again?from=/account/profile");
    await sends(other, { "Recovery code": code }, "Use the recovery code");
  }
  expect(other.words).toMatch(/Recovery codes left: 2.*Make new codes now and print them/);
  await sends(other, { "#password-codes": goodPassword }, "Make new codes");
  expect(other.heading).toBe("Keep these codes");
});

test("an admin removes the second step of a user who lost the phone", async () => {
  const email = await member();
  const owner = await at("/account/second-step", email);
  await sends(owner, { Password: goodPassword }, "Print codes instead of using an app");
  expect(owner.heading).toBe("Keep these codes");
  const admins = freshEmail();
  await freshAdmin(portal, admins);
  const page = await at("/dashboard/Admin_Control", admins);
  await sends(page, { "Part of a name or email": email }, "Search");
  await page.follows("Sadia Student");
  await page.follows("Take away Sadia Student");
  expect(page.words).toContain("signed out everywhere");
  await page.presses("Yes, take it away");
  expect(page.words).toContain("Sadia Student signs in without a second step now");
  expect(page.words).not.toContain("Take away Sadia Student");
});

test("an admin whose session began before the second step shows it first where it is required", async () => {
  const email = freshEmail();
  await freshAdmin(portal, email);
  const [page, older] = [await at("/account/second-step", email), await at("/account", email)];
  await changeSettings(portal, system("test"), { change: { secondFactor: "required" } });
  expect(older.words).not.toContain("Your role asks for a second step");
  await older.opens("/account");
  expect(older.words).toContain("Your role asks for a second step");
  await sends(page, { Password: goodPassword }, "Print codes instead of using an app");
  const codes = codesOn(page);
  await older.opens("/dashboard");
  expect(older.heading).toBe("Is it still you?");
  await older.opens("/dashboard/Admin_Control");
  await sends(older, { "Recovery code": codes[0] ?? "" }, "Use the recovery code");
  expect(older.path).toBe("/dashboard/Admin_Control");
  await changeSettings(portal, system("test"), { change: { secondFactor: "optional" } });
});

test("a user without a second step proves who they are by signing in again, and returns to the page", async () => {
  const email = await member();
  const page = await at("/prove-again?from=/account/sessions", email);
  await page.presses("Sign in again");
  expect(page.heading).toBe("Sign in");
  await signsIn(page, email);
  expect(page.path).toBe("/account/sessions");
  await page.opens("/account");
  await page.presses("Sign out");
  expect([page.path, page.words]).toEqual(["/", expect.stringContaining("Logout Successful")]);
});

test("a deletion can be cancelled, and the question and its answer each need a recent second step", async () => {
  const email = freshEmail();
  await freshAdmin(portal, email);
  const page = await at("/account/second-step", email);
  await sends(page, { Password: goodPassword }, "Print codes instead of using an app");
  const codes = codesOn(page);
  const { id, name } = await addTestRecord(portal);
  const question = `/dashboard/update/${id}/delete`;
  await page.opens(question);
  await page.follows("Cancel");
  expect([page.path, page.words]).toEqual(["/dashboard/update", expect.stringContaining(name)]);

  const asks = () => page.opens(question);
  const answers = () => page.presses("Yes, delete it!");
  for (const [turn, step] of [asks, answers].entries()) {
    await timePasses(portal, 16);
    await step();
    expect(page.heading).toBe("Is it still you?");
    await sends(page, { "Recovery code": codes[turn] ?? "" }, "Use the recovery code");
    expect([page.path.split("?")[0], page.words]).toEqual([question, expect.stringContaining("Are you sure?")]);
  }
  await answers();
  expect(page.words).toContain("The record has been deleted.");
});

import { describe, expect, test } from "vitest";
import { whenTestEnds } from "../support/portals.ts";
import { asJson, fromElsewhere } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { freshAccount, freshEmail, goodPassword, otherPassword } from "../support/accounts/fresh-accounts.ts";
import { startSite, startSiteWithClock } from "../support/site.ts";

const { portal, url, letTimePass } = await startSiteWithClock();

const email = "nobody@agency.example";
const longest = 60 * 60;

type Writing = Pick<typeof portal, "database">;

/** Sets the tries of everybody who has tried. */
const everybodyTries = ({ database }: Writing, tries = 50) =>
  database.write((writer) => writer.updateTable("limit_counter").set({ tries }).execute());

describe("a rate limit", () => {
  test.each([
    ["/login", { email, password: "gravel tulip nine oboe" }, "Wait 60 seconds, then type your password"],
    ["/report", { kind: "mistake", about: "A12345678", message: "The year is wrong." }, "The year is wrong."],
  ] as const)("on %s tells only that client to wait, by status, header and text", async (path, form, words) => {
    const headers = fromElsewhere();
    const send = (from: Record<string, string>) =>
      fetch(url + path, { method: "POST", body: new URLSearchParams(form), headers: from, redirect: "manual" });
    const first = await send(headers);
    expect([first.status === 429, first.headers.get("retry-after")]).toEqual([false, null]);
    await everybodyTries(portal);
    const refused = await send(headers);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(Number.isInteger(seconds) && seconds > 0 && seconds <= longest).toBe(true);
    expect(await refused.text()).toContain(words);
    await portal.database.write((writer) => writer.deleteFrom("limit_counter").execute());
    expect((await send(fromElsewhere())).headers.get("retry-after")).toBeNull();
  });
});

test("after ten wrong passwords of strangers, a person without scripts waits and signs in, whoever else waits; an unknown address is answered alike", async () => {
  const known = freshEmail();
  await freshAccount(portal, "student", known);
  const pages = [];
  const emails = [known, freshEmail()];
  for (const address of emails) {
    const body = new URLSearchParams({ email: address, password: otherPassword });
    await fetch(`${url}/login`, { method: "POST", body, headers: fromElsewhere() });
  }
  await everybodyTries(portal, 10);
  for (const address of emails) {
    const page = new PlainBrowser(url);
    await page.opens("/login");
    page.types({ Email: address, Password: goodPassword });
    await page.presses("Sign in");
    pages.push({ page, shown: withoutSecrets(page.html.replaceAll(address, "address")) });
  }
  const [{ page, shown }, { shown: ofNobody }] = pages as [(typeof pages)[0], (typeof pages)[0]];
  expect(shown).toBe(ofNobody);
  expect(page.words).toContain("Wait 40 seconds, then type your password and sign in.");
  page.types({ Password: goodPassword });
  await page.presses("Sign in");
  expect(page.words).toMatch(/Wait (39|40) seconds, then type/);
  const stranger = { "X-Forwarded-For": "198.51.100.7" };
  const guess = (more: Record<string, string> = {}) =>
    fetch(
      `${url}/api/auth/sign-in/email`,
      asJson("POST", { email: known, password: otherPassword }, { ...stranger, ...more }),
    );
  const { wait } = (await (await guess()).json()) as { wait: { ticket: string } };
  await letTimePass(40_000);
  expect((await guess({ "Wait-Ticket": wait.ticket })).status).toBe(401);
  page.types({ Password: goodPassword });
  await page.presses("Sign in");
  expect(page.path).toBe("/dashboard/BAD_Request");
});

/** The page without what is different in each answer. */
const withoutSecrets = (html: string) =>
  html
    .replaceAll(/nonce="[^"]*"/g, "nonce")
    .replaceAll(/data-challenge="[^"]*"/g, "challenge")
    .replaceAll(/name="waitTicket" value="[^"]*"/g, "ticket");

test("sign-ins that cannot be checked in time are answered with the time to wait, in words on the page", async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, at) => {
      const body = new URLSearchParams({ email: `nobody-${at}@agency.example`, password: "gravel tulip nine oboe" });
      const response = await fetch(`${url}/login`, { method: "POST", body, headers: fromElsewhere() });
      return { status: response.status, after: response.headers.get("retry-after"), page: await response.text() };
    }),
  );
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { after, page } of refused) {
    expect(after).toBe("5");
    expect(page).toContain("The site has too much to do right now. Wait 5 seconds, then try again.");
  }
  await portal.database.write((writer) => writer.deleteFrom("limit_counter").execute());
});

test("a client that claims many addresses counts as one if no proxy is trusted, and is not logged", async () => {
  const site = await startSite({ TRUSTED_PROXIES: "" }, undefined, whenTestEnds);
  const statusOfTry = async (number: number) => {
    const form = { email: `planted-${number}@example.org`, password: "planted password 77" };
    const claimed = `203.0.113.${number}`;
    const headers = {
      "X-Forwarded-For": claimed,
      "X-Real-IP": claimed,
      "X-Client-IP": claimed,
      Forwarded: `for=${claimed}`,
      Authorization: "Bearer planted-token",
    };
    return (await fetch(`${site.url}/api/auth/sign-in/email`, asJson("POST", form, headers))).status;
  };
  expect(await statusOfTry(1)).toBe(401);
  await everybodyTries(site.portal);
  expect(await statusOfTry(2)).toBe(429);
  expect(JSON.stringify(site.log)).not.toContain("planted");
});

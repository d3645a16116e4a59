import { beforeAll, describe, expect, test } from "vitest";
import { system } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { typedForms } from "../../e2e/support/typed-forms.ts";
import { freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { PlainBrowser } from "../support/plain-browser.ts";
import { startServer } from "../support/server.ts";
import { behindProxy, cookieFor } from "../support/signed-in.ts";
import { freshAdmin, freshEmail, freshStaff, goodPassword } from "../support/staff.ts";

let url = "";
let portal: OpenPortal;
let cookie = "";

beforeAll(async () => {
  const environment = { ...(await freshEnvironment("sqlite", whenFileEnds)), ...behindProxy };
  const server = await startServer(environment);
  whenFileEnds(() => server[Symbol.asyncDispose]());
  url = server.url;
  portal = await openForTest(environment, whenFileEnds);
  const email = freshEmail();
  await freshAdmin(portal, email);
  const { operator } = await currentSettings(portal);
  await changeSettings(portal, system("test"), { change: { operator: { ...operator, name: "Shapla Overseas" } } });
  cookie = await cookieFor(url, email);
});

const admin = () => new PlainBrowser(url, cookie);

/** Of each form a box, what cannot stand in it, and what is said of that. */
const wrong: Readonly<Record<string, readonly [box: string, value: string, words: string]>> = {
  "a text": ["Title", "", "Fill this in first."],
  "the settings": ["Your own website", "padma.example", "Use a link that starts with https://"],
  "the date": ["Records checked up to", "2999-12-31", "This day is still to come."],
  "an invitation": ["Email", "nobody@", "Please input valid email"],
  "a class": ["Fee", "much", "Type a number"],
  "a changed class": ["Seats", "none", "Type a"],
  "a seat": ["Email", "mita", "Please input valid email"],
  "a payment": ["Amount", "1000.01", "Only BDT 1,000 is left to pay. Type that or less."],
  "why a payment is void": ["Why is it void?", " ", "Fill this in first."],
  "a changed post": ["Title", "", "Fill this in first."],
  "an answer to a report": ["Answer", "  ", "Fill this in first."],
  "what became of a report": ["Outcome", "", "Fill this in first."],
  "why a record is sent back": ["What has to be mended?", "", "Say first what has to be mended."],
  "a new record": ["Address", "", "Address is required"],
  "a changed record": ["Address", "", "Address is required"],
};

describe.each(Object.entries(typedForms))("without scripts %s", (name, prepare) => {
  test("is saved, and the next page says so", async () => {
    const form = await prepare({ office: portal });
    const page = admin();
    await page.opens(form.address);
    page.types(form.boxes);
    await page.presses(form.button);
    expect([page.status, page.words]).toEqual([200, expect.stringContaining(form.saved)]);
  });

  test("comes back with what is wrong beside its box, and with all else that was typed", async () => {
    const form = await prepare({ office: portal });
    const [box = "", value = "", words = ""] = wrong[name] ?? [];
    const page = admin();
    await page.opens(form.address);
    page.types({ ...form.boxes, [box]: value });
    await page.presses(form.button);
    expect(page.status).toBe(400);
    expect(page.box(box)).toEqual({ value, isWrong: true, description: expect.stringMatching(words) });
    const others = Object.entries(form.boxes).filter(([label]) => label !== box && name !== "what became of a report");
    for (const [label, typed] of others) expect([label, page.box(label).value]).toEqual([label, typed]);
  });

  test("says that nothing was saved when the session ended meanwhile, and the sign-in leads back", async () => {
    const form = await prepare({ office: portal });
    const page = admin();
    await page.opens(form.address);
    page.types(form.boxes);
    page.forgetsSession();
    await page.presses(form.button);
    expect(page.words).toContain("You were signed out, so what you sent was not saved.");
    expect(page.words).not.toContain(form.saved);
    const email = freshEmail();
    await freshStaff(portal, "admin", email);
    page.types({ Email: email, Password: goodPassword });
    await page.presses("Sign in");
    expect(page.path).toBe(form.address);
  });
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "/.//evil.example", "javascript:0"])(
  "signing in never leads to %j",
  async (from) => {
    const email = freshEmail();
    await freshStaff(portal, "student", email);
    const page = new PlainBrowser(url);
    await page.opens(`/login?from=${encodeURIComponent(from)}`);
    page.types({ Email: email, Password: goodPassword });
    await page.presses("Sign in");
    expect([page.origin, page.words]).toEqual([new URL(url).origin, expect.stringContaining("Login successful!")]);
  },
);

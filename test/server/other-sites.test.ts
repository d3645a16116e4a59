import { describe, expect, onTestFinished, test } from "vitest";
import type { OpenPortal } from "#server/open-portal.ts";
import type { Settings } from "#core/settings/settings.ts";
import { system } from "#core/staff/actor.ts";
import { decideOnRecord } from "#operations/records/decide-on-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { aWaitingRecord } from "../../e2e/support/own-records.ts";
import { fillPortal, shown } from "../../e2e/support/records.ts";
import { PlainBrowser } from "../support/plain-browser.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer } from "../support/server.ts";
import { behindProxy, cookieFor } from "../support/signed-in.ts";
import { freshAdmin, freshEmail } from "../support/staff.ts";

const machine = system("test");

/** A site with settings or an environment that others do not have. */
async function aSite(
  change: Partial<Settings>,
  environment: Record<string, string> = {},
  prepare: (office: OpenPortal) => Promise<void> = async () => {},
) {
  const all = { ...(await freshEnvironment("sqlite")), ...behindProxy, ...environment };
  const office = await openForTest(all);
  await prepare(office);
  await changeSettings(office, machine, { change });
  const server = await startServer(all);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const asAdmin = async () => {
    const email = freshEmail();
    const { id } = await freshAdmin(office, email);
    const page = new PlainBrowser(server.url, await cookieFor(server.url, email));
    return { id, email, page };
  };
  return { office, asAdmin, page: new PlainBrowser(server.url) };
}

test("a site that nobody has given a date claims none", async () => {
  const { page } = await aSite({ dateIsSet: false });
  for (const path of ["/", "/Check_Visa"]) {
    await page.opens(path);
    expect(page.words).not.toContain("Records checked up to");
  }
});

test("until the operator has a name, the site goes by its own address", async () => {
  const operator = { name: "", licence: "", licenceRegister: "", address: "", phone: "", email: "", page: "" };
  const { page } = await aSite({ operator }, { PUBLIC_URL: "https://check.example.com" });
  await page.opens("/");
  expect(page.html).toContain("<title>Check a paper – check.example.com</title>");
  expect(page.words).toContain("check.example.com is not a government.");
});

test("English pages speak as the specification does where that is wished, Bangla ones as ever", async () => {
  const { page } = await aSite({}, { WORDING: "spec" }, fillPortal);
  await page.opens("/");
  page.types({ "Passport number": shown.passport });
  await page.presses("Search");
  expect(page.words).toMatch(/Fathers Name Abdul Karim/);
  expect(page.words).toContain("VISA Approval Latter");
  expect(page.words).toContain("Shapla Overseas is not a government.");
  await page.opens("/Visa");
  expect(page.heading).toBe("Visa Chacking");
  await page.presses("বাংলা");
  expect(page.heading).toBe("ভিসা যাচাই");
  await page.presses("English");
  expect(page.heading).toBe("Visa Chacking");
});

test("where a mail server is set, no page says that mails are files", async () => {
  // Nobody listens there: mails wait.
  const { asAdmin } = await aSite({}, { SMTP_URL: "smtp://localhost:2" });
  const { page } = await asAdmin();
  for (const path of ["/dashboard/Settings", "/dashboard/Admin_Control", "/dashboard/invite"]) {
    await page.opens(path);
    expect([page.status, page.words]).toEqual([200, expect.not.stringContaining("This site has no mail server.")]);
  }
  await page.opens("/dashboard/Settings");
  expect(page.words).toContain("Mails go out by the mail server");
});

test("an admin without the second step that is demanded is led to it", async () => {
  const { asAdmin } = await aSite({ secondFactor: "required" });
  const { page } = await asAdmin();
  for (const path of ["/dashboard", "/dashboard/update"]) {
    await page.opens(path);
    expect([page.heading, page.words]).toEqual([
      "Your account",
      expect.stringContaining("Your role asks for a second step."),
    ]);
  }
});

test("the only admin cannot give the role away, and is asked before it is tried", async () => {
  const { asAdmin } = await aSite({});
  const { page } = await asAdmin();
  await page.opens("/dashboard/Admin_Control");
  await page.follows("Make Moderator Amina Admin");
  expect(page.words).toContain("This is your own account.");
  await page.presses("Yes, change my role");
  expect(page.words).toContain("The last admin has to stay. Make someone else admin first.");
});

describe("where two people look at every record", () => {
  const own = "You added this record, so another admin has to approve it.";

  test("nobody approves what they added, and is told so", async () => {
    const { office, asAdmin } = await aSite({ fourEyes: true });
    const { id, page } = await asAdmin();
    const mine = await aWaitingRecord({ office }, { addedBy: { kind: "staff", id, role: "admin" } });
    await decideOnRecord(office, machine, mine, "deny");
    const anothers = await aWaitingRecord({ office });
    await page.opens("/dashboard/Control_Post");
    expect(page.words).toContain("Added by you");
    await expect(page.presses(`Approve ${mine.name}`)).rejects.toThrow("there is no button");
    await page.opens(`/dashboard/Control_Post/${mine.id}`);
    expect(page.words).toContain(own);
    expect(page.words).toContain("by Amina Admin");
    await page.follows("Next record");
    await page.presses(`Approve ${anothers.name}`);
    expect(page.words).toContain("Post Approved");
  });

  test("a setting that changed meanwhile is told as what it is", async () => {
    const { office, asAdmin } = await aSite({ fourEyes: false });
    const { id, page } = await asAdmin();
    const mine = await aWaitingRecord({ office }, { addedBy: { kind: "staff", id, role: "admin" } });
    await decideOnRecord(office, machine, mine, "deny");
    await page.opens(`/dashboard/Control_Post/${mine.id}`);
    await changeSettings(office, machine, { change: { fourEyes: true } });
    await page.presses(`Approve ${mine.name}`);
    expect(page.words).toContain(own);
    expect((await currentSettings(office)).fourEyes).toBe(true);
  });
});

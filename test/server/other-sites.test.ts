import { describe, expect, onTestFinished, test } from "vitest";
import type { Settings } from "#core/settings/settings.ts";
import { system } from "#core/accounts/actor.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { confirmAccount } from "#operations/accounts/manage-accounts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { addOrganisation } from "#operations/desk/organisations.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { aRecord, aReport, aWaitingRecord } from "../../e2e/support/own-records.ts";
import { withoutTable } from "../../e2e/support/outage.ts";
import { shown } from "../../e2e/support/records.ts";
import { changeOperator } from "../support/operator.ts";
import { embassy, personOf } from "../support/organisations.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { whenTestEnds } from "../support/portals.ts";
import { type Site, startSite } from "../support/site.ts";
import { shownPhoto } from "../support/accounts/shown-photo.ts";
import { freshAdmin, freshEmail, openSession, registered } from "../support/accounts/fresh-accounts.ts";

const machine = system("test");

// No mail server listens there, so mails wait in the queue.
const differing = await startSite({ WORDING: "spec", SMTP_URL: "smtp://localhost:2" });
const site = await startSite();
const { portal: office } = site;

/** Changes settings until the test ends. */
async function settingsAre(change: Partial<Settings>): Promise<void> {
  const before = await currentSettings(office);
  await changeSettings(office, machine, { change });
  const names = Object.keys(change) as (keyof Settings)[];
  const original = Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Settings>;
  onTestFinished(async () => void (await changeSettings(office, machine, { change: original })));
}

async function adminAt({ portal, url }: Site) {
  const { id } = await freshAdmin(portal);
  return { id, page: new PlainBrowser(url, (await openSession(portal, id)).cookie) };
}

test("the only admin cannot give the role away, and is asked for confirmation first", async () => {
  const { page } = await adminAt(site);
  await page.opens("/dashboard/Admin_Control");
  await page.follows("Make Moderator Amina Admin");
  expect(page.words).toContain("This is your own account.");
  await page.presses("Yes, change my role");
  expect(page.words).toContain("The last admin has to stay. Make someone else admin first.");
});

test("the account of an organisation is made staff only after a question that names it, also from a list that was loaded before", async () => {
  const { id } = await registered(office);
  await confirmAccount(office, machine, { id });
  const { email, name } = await readAccount(office, machine, { id });
  const { page } = await adminAt(site);
  await page.opens(`/dashboard/Admin_Control/${id}`);
  const { id: organisation } = await addOrganisation(office, machine, embassy(office));
  await personOf(office, organisation, email);
  await page.presses(`Make Moderator ${name}`);
  expect(page.words).toContain("This account belongs to Embassy of Malta, an organisation outside.");
  expect(await readAccount(office, machine, { id })).toMatchObject({ role: "organisation" });
  await page.opens(`/dashboard/Admin_Control/${id}`);
  await page.follows(`Make Admin ${name}`);
  expect(page.words).toContain("This account belongs to Embassy of Malta, an organisation outside.");
  await changeSettings(office, machine, { change: { fourEyes: true } });
  await page.presses("Yes, make admin");
  await page.opens("/dashboard");
  expect(page.words).toContain(`Make ${name} an admin. This account belongs to Embassy of Malta`);
  await changeSettings(office, machine, { change: { fourEyes: false } });
  await page.opens(`/dashboard/Admin_Control/${id}`);
  await page.follows(`Make Moderator ${name}`);
  await page.presses("Yes, make moderator");
  expect(await readAccount(office, machine, { id })).toMatchObject({ role: "moderator" });
});

test("account pages and the drawer show one's own picture, from this site alone", async () => {
  const { id } = await freshAdmin(office);
  const picture = await shownPhoto(office, id);
  const [own, other] = [await openSession(office, id), await openSession(office, (await freshAdmin(office)).id)];
  const asks = (path: string, { cookie } = own) => fetch(new URL(path, site.url), { headers: { cookie } });
  for (const path of ["/dashboard", "/account", "/account/profile"]) {
    const page = await asks(path);
    expect(page.headers.get("Content-Security-Policy")).toMatch(/ img-src 'self'( data:)?;/);
    const [, address = ""] = /<img[^>]* src="(\/account\/photo\?v=\d+)"/.exec(await page.text()) ?? [];
    const image = await asks(address);
    expect(image.headers.get("Content-Type")).toBe("image/webp");
    expect(Buffer.from(await image.arrayBuffer())).toEqual(picture);
    expect((await asks(address, other)).status).toBe(404);
  }
});

test("a site whose date was never set shows no date", async () => {
  await settingsAre({ dateIsSet: false });
  const page = new PlainBrowser(site.url);
  for (const path of ["/", "/Check_Visa"]) {
    await page.opens(path);
    expect(page.words).not.toContain("Records checked up to");
  }
});

test("English pages use the wording of the specification if the setting asks for it; Bangla pages stay the same", async () => {
  const { portal, url } = differing;
  await aRecord({ office: portal }, { person: shown });
  await changeOperator(portal, { name: "Shapla Overseas" });
  const page = new PlainBrowser(url);
  await page.opens("/");
  page.types({ "Passport or IRCC number": shown.passport });
  await page.presses("Search");
  expect(page.words).toContain("Fathers Name A");
  expect(page.words).toContain("Shapla Overseas is not a government.");
  await page.opens("/Visa");
  expect(page.heading).toBe("Visa Chacking");
  await page.presses("বাংলা");
  expect(page.heading).toBe("ভিসা যাচাই");
  await page.presses("English");
  expect(page.heading).toBe("Visa Chacking");
  const { page: ofAdmin } = await adminAt(differing);
  await ofAdmin.opens("/dashboard");
  expect(ofAdmin.words).toMatch(/ Home .* Entry Manage User Data .* Admin Control /);
});

test("no request can choose the specification's wording", async () => {
  for (const headers of [{ "Accept-Language": "en-x-spec" }, { Cookie: "language=en-x-spec" }]) {
    expect(await (await fetch(`${site.url}/Visa`, { headers })).text()).toContain("Visa checking");
  }
  const body = new URLSearchParams({ language: "en-x-spec", page: "/" });
  const chosen = await fetch(`${site.url}/language`, { method: "POST", body, redirect: "manual" });
  expect(chosen.headers.getSetCookie()).toEqual([]);
});

test("pages that send mails say that mails are files, unless a mail server is set", async () => {
  const { page } = await adminAt(differing);
  const { page: withoutServer } = await adminAt(site);
  const note = "This site has no mail server.";
  for (const path of ["/dashboard/Settings", "/dashboard/Admin_Control", "/dashboard/invite"]) {
    await page.opens(path);
    expect([page.status, page.words]).toEqual([200, expect.not.stringContaining(note)]);
    await withoutServer.opens(path);
    expect(withoutServer.words).toContain(note);
  }
});

test("no page of staff promises a mail while the mail server takes none", async () => {
  const { page } = await adminAt(differing);
  const invites = async () => {
    page.types({ Email: freshEmail() });
    await page.presses("Send the invitation");
    return page.words;
  };
  const opened = async () => {
    await page.opens("/dashboard/invite");
    return page.words;
  };
  await opened();
  expect(await invites()).toContain("The invitation is being sent. The overview says so if it cannot be.");
  await expect.poll(opened).toContain("Mails cannot be sent at the moment");
  expect(await invites()).toContain("The mail waits: the mail server accepts none at the moment.");
  const report = await aReport({ office: differing.portal }, { contact: "amina@example.com" });
  await page.opens(`/dashboard/Reports/${report.id}`);
  page.types({ Answer: "We look into it." });
  await page.presses("Send the answer");
  expect(page.words).toContain("The mail waits: the mail server accepts none at the moment.");
});

test("an admin who lacks the required second step is sent to set it up", async () => {
  await settingsAre({ secondFactor: "required" });
  const { page } = await adminAt(site);
  for (const path of ["/dashboard", "/dashboard/update"]) {
    await page.opens(path);
    expect([page.heading, page.words]).toEqual([
      "Your account",
      expect.stringContaining("Your role asks for a second step."),
    ]);
  }
});

describe("under the four-eyes rule,", () => {
  const own = "Another admin has to approve this: you added or changed it";

  /** An admin who has added a record that waits for approval. */
  async function whoAdded() {
    const admin = await adminAt(site);
    const mine = await aWaitingRecord({ office }, { addedBy: { kind: "account", id: admin.id, role: "admin" } });
    await decideOnRecord(office, machine, mine, "deny");
    return { ...admin, mine };
  }

  test("an admin cannot approve a record that they added, and the page says so", async () => {
    await settingsAre({ fourEyes: true });
    const { page, mine } = await whoAdded();
    const anothers = await aWaitingRecord({ office });
    await page.opens("/dashboard/Control_Post");
    expect(page.words).toContain("For another admin");
    await expect(page.presses(`Approve ${mine.name}`)).rejects.toThrow("there is no button");
    await page.opens(`/dashboard/Control_Post/${mine.id}`);
    expect(page.words).toContain(own);
    expect(page.words).toContain("by Amina Admin");
    expect(page.words).toMatch(/Abdul Karim.*House 12, Road 4, Mirpur, Dhaka 1216/);
    await page.follows("Next record");
    await page.presses(`Approve ${anothers.name}`);
    expect(page.words).toContain("Post Approved");
  });

  test("an approval refused because the setting has just changed names the rule as the reason", async () => {
    const { page, mine } = await whoAdded();
    await page.opens(`/dashboard/Control_Post/${mine.id}`);
    await settingsAre({ fourEyes: true });
    await page.presses(`Approve ${mine.name}`);
    expect(page.words).toContain(own);
  });
});

test("pages name the operator while the settings cannot be read; a site that never read them shows an apology", async () => {
  const fresh = await startSite({}, (portal) => changeOperator(portal, { name: "Shapla Overseas" }), whenTestEnds);
  const page = new PlainBrowser(fresh.url);
  const folder = fresh.environment["DATA_DIR"] ?? "";
  {
    using _outage = withoutTable({ folder }, "settings");
    await page.opens("/");
    expect([page.status, page.heading]).toEqual([500, "This page cannot be shown right now"]);
    expect(page.words).toContain(`${new URL(fresh.portal.publicOrigin).host} is not a government.`);
  }
  await page.opens("/");
  expect([page.status, page.words]).toEqual([200, expect.stringContaining("Shapla Overseas")]);
  using _outage = withoutTable({ folder }, "settings");
  await page.opens("/Check_Visa");
  expect([page.status, page.words]).toEqual([200, expect.stringContaining("Shapla Overseas")]);
});

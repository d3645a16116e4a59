import type { Page } from "@playwright/test";
import type { Settings } from "#core/settings/settings.ts";
import { system } from "#core/staff/actor.ts";
import { changeDate, changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { holdsScripts } from "./support/held-scripts.ts";
import { Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

const address = "/dashboard/Settings";

// Not the site whose settings other journeys read.
test.use({ wishes: { settings: { dateValue: "2026-01-31" } } });

const set = ({ office }: StartedPortal, change: Partial<Settings>) =>
  changeSettings(office, system("journeys"), { change });

const strict = {
  lookupPolicy: "guarded",
  shownKinds: ["photo", "workPermit", "visaPaper"],
  fourEyes: true,
  registration: "invite",
  secondFactor: "optional",
} as const;
const strictly = { ...strict, shownKinds: [...strict.shownKinds] };

const told = (page: Page) => page.locator("[data-flash]");
const saved = "Saved. It holds from now on.";
const saves = (page: Page, title: string) => page.getByRole("button", { name: `Save ${title}`, exact: true }).click();
const question = (page: Page) => page.getByRole("heading", { level: 2, name: "Before this is saved" });

async function anAdmin(portal: StartedPortal, page: Page): Promise<Member> {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  await expect(admin.heading).toHaveText("Settings");
  return admin;
}

test(
  "who publishes here is changed, and visitors read it",
  { tag: "@also-without-javascript" },
  async ({ portal, page }) => {
    const admin = await anAdmin(portal, page);
    await admin.field("Name of your agency or centre").fill("Padma  Overseas ");
    await admin.field("Licence number").fill("RL-0042");
    await admin.field("Public register of licences").fill(" https://bmet.gov.bd/agencies ");
    await admin.field("Address").fill("7 Lake Road\nDhaka");
    await admin.field("Your own website").fill("https://padma.example");
    await saves(page, "Who publishes here");
    await expect(told(page)).toContainText(saved);
    await saves(page, "Who publishes here");
    await expect(told(page)).toContainText("Nothing was different, so nothing was changed.");
    await admin.field("Phone for visitors").fill("+880 2 000000");
    await saves(page, "Who publishes here");
    await expect(told(page)).toContainText(saved);
    expect((await currentSettings(portal.office)).operator).toMatchObject({
      name: "Padma Overseas",
      licenceRegister: "https://bmet.gov.bd/agencies",
      address: "7 Lake Road\nDhaka",
      phone: "+880 2 000000",
    });
    await page.goto("/");
    await expect(page.getByRole("contentinfo")).toContainText("RL-0042");
  },
);

test("what was typed before the page came alive stays", async ({ portal, page }) => {
  const admin = await anAdmin(portal, page);
  await expect(page.locator("html[data-alive]")).toBeAttached();
  const { letGo } = await holdsScripts(page);
  await page.goto(address, { waitUntil: "commit" });
  await admin.field("Address").fill("9 River Road\nBarishal");
  await admin.field("Licence number").fill("RL-9");
  await letGo();
  await expect(admin.field("Address")).toHaveValue("9 River Road\nBarishal");
  await expect(admin.field("Licence number")).toHaveValue("RL-9");
});

test.describe("what cannot be used", () => {
  test.use({ expectedComplaint: /status of 400/ });

  test("is said beside its box, and nothing is changed", async ({ portal, page }) => {
    const admin = await anAdmin(portal, page);
    const before = await currentSettings(portal.office);
    await admin.field("Name of your agency or centre").fill("");
    await admin.field("Your own website").fill("padma.example");
    await admin.field("Email for visitors").fill("nobody@");
    await saves(page, "Who publishes here");
    await admin.isTold("Name of your agency or centre", "Type the name of your agency or centre");
    await admin.isTold("Your own website", "Use a link that starts with https://");
    await admin.isTold("Email for visitors", "Please input valid email");
    await expect(admin.field("Name of your agency or centre")).toBeFocused();
    await expect(admin.field("Email for visitors")).toHaveValue("nobody@");
    expect(await currentSettings(portal.office)).toEqual(before);
  });

  test("is said of an official place as well", async ({ portal, page }) => {
    await set(portal, { officialPlaces: { lmia: [{ label: "Canada", to: "https://canada.ca" }] } });
    await anAdmin(portal, page);
    await page.getByText("LMIA: 1").click();
    const second = page.getByRole("group", { name: "Place 3" }).and(page.locator("details:has-text('LMIA') *"));
    await second.getByLabel("Name of the place").fill("Job Bank");
    await second.getByLabel("Link").fill("http://jobbank.gc.ca");
    await saves(page, "Official places to ask");
    // It moved up: places that were left out leave no gap.
    const wrong = page.locator("[name='officialPlaces.lmia.1.to']");
    await expect(wrong).toHaveAccessibleDescription("Use a link that starts with https://");
    await expect(wrong).toBeVisible();
    await wrong.fill("https://jobbank.gc.ca");
    await page.locator("[name='officialPlaces.lmia.0.label']").fill("");
    await page.locator("[name='officialPlaces.lmia.0.to']").fill("");
    await saves(page, "Official places to ask");
    await expect(told(page)).toContainText(saved);
    expect((await currentSettings(portal.office)).officialPlaces).toEqual({
      lmia: [{ label: "Job Bank", to: "https://jobbank.gc.ca" }],
    });
  });
});

test(
  "what makes the site less safe is said before it is saved",
  { tag: "@also-without-javascript" },
  async ({ portal, page }) => {
    await set(portal, strictly);
    await anAdmin(portal, page);
    const loosens = async () => {
      await page.getByRole("radio", { name: "the number alone" }).check();
      await page.getByRole("checkbox", { name: "Medical form" }).check();
      await saves(page, "What strangers can learn");
      await expect(question(page)).toBeVisible();
    };
    await loosens();
    await expect(page.getByRole("listitem").filter({ hasText: "tries numbers out" })).toBeVisible();
    await expect(page.getByText("Visitors see these papers as well: Medical form.")).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("radio", { name: "the number and the name" })).toBeChecked();
    expect(await currentSettings(portal.office)).toMatchObject(strictly);
    await loosens();
    await page.getByRole("button", { name: "Yes, save it" }).click();
    await expect(told(page)).toContainText(saved);
    await expect(page.getByRole("radio", { name: "the number alone" })).toBeChecked();
    const after = await currentSettings(portal.office);
    expect(after.lookupPolicy).toBe("open");
    expect(after.shownKinds.toSorted()).toEqual(["medical", "photo", "visaPaper", "workPermit"]);
    // And back, which nobody is asked about.
    await page.getByRole("radio", { name: "the number and the name" }).check();
    await saves(page, "What strangers can learn");
    await expect(told(page)).toContainText(saved);
  },
);

test("two pairs of eyes, and who gets in", async ({ portal, page }) => {
  await set(portal, strictly);
  const admin = await anAdmin(portal, page);
  await page.getByRole("checkbox", { name: "Two people look at every record" }).uncheck();
  await admin.field("Nationality").fill("NEPAL");
  await saves(page, "Adding and approving");
  await expect(page.getByText("One admin alone adds a record and publishes it.")).toBeVisible();
  await page.getByRole("button", { name: "Yes, save it" }).click();
  await expect(told(page)).toContainText(saved);
  await page.getByRole("radio", { name: "anybody" }).check();
  await saves(page, "Accounts");
  await expect(page.getByText("Anybody can make an account on this site.")).toBeVisible();
  await page.getByRole("button", { name: "Yes, save it" }).click();
  await expect(told(page)).toContainText(saved);
  expect(await currentSettings(portal.office)).toMatchObject({
    fourEyes: false,
    defaultNationality: "NEPAL",
    registration: "open",
  });
});

test("whoever demands a second step and has none is told what follows", async ({ portal, page }) => {
  await set(portal, strictly);
  const admin = await anAdmin(portal, page);
  await page.getByRole("radio", { name: "a second step: a code or a passkey" }).check();
  await saves(page, "Accounts");
  await expect(page.getByText("You have no second step yourself.")).toBeVisible();
  await page.getByRole("button", { name: "Yes, save it" }).click();
  await expect(admin.heading).toHaveText("Your account");
  await expect(page.locator("#main")).toContainText("Your role asks for a second step.");
  await set(portal, strictly);
});

test.describe("of two admins at once", () => {
  test.use({ expectedComplaint: /status of 412/ });

  test("the later one is told, beside what stands now", async ({ portal, page }) => {
    await set(portal, strictly);
    const admin = await anAdmin(portal, page);
    const { operator } = await currentSettings(portal.office);
    await set(portal, { operator: { ...operator, name: "Padma Overseas", phone: "+880 2 111111" } });
    await admin.field("Name of your agency or centre").fill("Padma Overseas");
    await admin.field("Phone for visitors").fill("+880 2 222222");
    await saves(page, "Who publishes here");
    const alarm = page.getByRole("alert");
    await expect(alarm).toContainText("Somebody else changed this part in the meantime");
    await expect(alarm).toBeFocused();
    await expect(alarm).toBeInViewport();
    await expect(alarm.getByRole("listitem")).toHaveText(["Phone for visitors: +880 2 111111"]);
    await expect(admin.field("Phone for visitors")).toHaveValue("+880 2 222222");
    expect((await currentSettings(portal.office)).operator.phone).toBe("+880 2 111111");
    await saves(page, "Who publishes here");
    await expect(told(page)).toContainText(saved);
    expect((await currentSettings(portal.office)).operator.phone).toBe("+880 2 222222");
  });

  test("who saved another part is still told of this one", async ({ portal, page }) => {
    await set(portal, strictly);
    const admin = await anAdmin(portal, page);
    const { operator } = await currentSettings(portal.office);
    await expect(page.locator("html[data-alive]")).toBeAttached();
    await set(portal, { operator: { ...operator, phone: "+880 2 333333" } });
    await admin.field("Nationality").fill("INDIA");
    await saves(page, "Adding and approving");
    await expect(told(page)).toContainText(saved);
    await admin.field("Licence number").fill("RL-1");
    await saves(page, "Who publishes here");
    await expect(page.getByRole("alert")).toContainText("Phone for visitors: +880 2 333333");
    expect((await currentSettings(portal.office)).operator.phone).toBe("+880 2 333333");
  });
});

test("what changes elsewhere is in nobody's way", async ({ portal, page }) => {
  await set(portal, strictly);
  const admin = await anAdmin(portal, page);
  const { dateValue } = await currentSettings(portal.office);
  await changeDate(portal.office, system("journeys"), dateValue === "2026-02-14" ? "2026-02-15" : "2026-02-14");
  await admin.field("Nationality").fill(`NEPAL ${dateValue}`);
  await saves(page, "Adding and approving");
  await expect(told(page)).toContainText(saved);
});

test("whoever has a second step shows it again before", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.turnsOnTheSecondStep();
  await portal.office.database.write((writer) =>
    writer
      .updateTable("session")
      .set({ proved_at: Date.now() - 3_600_000 })
      .execute(),
  );
  await page.goto(address);
  await expect(admin.field("Code")).toBeVisible();
  expect(new URL(page.url()).search).toBe("?from=%2Fdashboard%2FSettings");
});

test("where mails are files, the pages that send some say so", async ({ portal, page }) => {
  const admin = await anAdmin(portal, page);
  const note = page.getByText("This site has no mail server.");
  await expect(note).toBeVisible();
  await page.goto("/dashboard/Admin_Control");
  await expect(note).toBeVisible();
  await page.getByRole("link", { name: "Invite somebody" }).click();
  await expect(admin.heading).toHaveText("Invite somebody");
  await expect(note).toBeVisible();
});

test("is worked by keyboard alone", async ({ portal, page }) => {
  await set(portal, strictly);
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn("/dashboard/update");
  await expect(admin.heading).toBeVisible();
  await expect(page.locator("html[data-alive]")).toBeAttached();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(admin.heading).toHaveText("Settings");
  await page.getByRole("checkbox", { name: "Two people look at every record" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(told(page)).toContainText(saved);
  expect((await currentSettings(portal.office)).fourEyes).toBe(false);
});

inBothLooks("settings have no barrier", async ({ portal, visitor, page }) => {
  await set(portal, strictly);
  await (await Member.joins(portal, page, "admin")).comesIn(address);
  await expect(page.locator("#places")).toBeVisible();
  await expect(page.locator("[data-notice]")).toBeHidden();
  await page.locator("details").first().locator("summary").click();
  await visitor.fitsAndHasNoBarrier();
  await page.locator("#lookupPolicy-open").check();
  await page.locator("form:has(#lookupPolicy-open) button").click();
  await expect(page.locator("[name=agreed]")).toBeAttached();
  await visitor.fitsAndHasNoBarrier();
});

import { system } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { decideOnRecord } from "#operations/records/decide-on-record.ts";
import { staffByEmail } from "#storage/database/staff.ts";
import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";
import { aWaitingRecord } from "./support/waiting-records.ts";

test.use({ wishes: { settings: { fourEyes: true } } });

const machine = system("journeys");
const own = "You added this record, so another admin has to approve it.";

test("nobody approves what they added, and is told so", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  const person = await staffByEmail(portal.office.database.read, admin.email);
  const addedBy = { kind: "staff", id: person?.id ?? "", role: "admin" } as const;
  const mine = await aWaitingRecord(portal, { addedBy });
  await decideOnRecord(portal.office, machine, mine, "deny");
  const anothers = await aWaitingRecord(portal);

  await admin.comesIn("/dashboard/Control_Post");
  const row = page.getByRole("row").filter({ hasText: mine.name });
  await expect(row).toContainText("Added by you");
  await expect(row.getByRole("button")).toHaveCount(0);
  await page.goto(`/dashboard/Control_Post/${mine.id}`);
  await expect(page.getByText(own)).toBeVisible();
  await expect(page.getByText("by Sadia Islam")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next record" }).click();
  await page.getByRole("button", { name: `Approve ${anothers.name}` }).click();
  await expect(page.locator("[data-told=approved]")).toContainText("Post Approved");
});

test("a setting that changed meanwhile is told as what it is", async ({ portal, page }) => {
  await changeSettings(portal.office, machine, { change: { fourEyes: false } });
  const admin = await Member.joins(portal, page, "admin");
  const person = await staffByEmail(portal.office.database.read, admin.email);
  const mine = await aWaitingRecord(portal, { addedBy: { kind: "staff", id: person?.id ?? "", role: "admin" } });
  await decideOnRecord(portal.office, machine, mine, "deny");
  await admin.comesIn(`/dashboard/Control_Post/${mine.id}`);
  const approve = page.getByRole("button", { name: `Approve ${mine.name}` });
  await expect(approve).toBeVisible();
  await changeSettings(portal.office, machine, { change: { fourEyes: true } });
  await approve.click();
  await expect(page.getByRole("alert")).toHaveText(own);
});

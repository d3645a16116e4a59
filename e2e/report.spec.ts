import { readConfig } from "#config";
import { system } from "#core/accounts/actor.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { openPortal } from "#server/open-portal.ts";
import type { StartedPortal } from "./support/portal.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

async function received({ folder }: StartedPortal) {
  await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
  return (await listReports(portal, system("journeys"), { limit: 500 })).reports;
}

test("a report from a result reaches the queue", async ({ visitor, page, context, portal }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  const opening = context.waitForEvent("page");
  await visitor.answer.getByRole("button", { name: "Report a mistake or ask for removal" }).click();
  const form = await opening;
  await expect(form.getByRole("textbox", { name: "Which record?" })).toHaveValue(shown.passport);
  expect(form.url()).not.toContain(shown.passport);
  await form.getByRole("radio", { name: "A record should be taken down" }).check();
  const message = `It is mine.\nPlease take it down. ${test.info().testId}`;
  await form.getByRole("textbox", { name: "What should we know?" }).fill(message);
  await form.getByRole("textbox", { name: "How can we reach you?" }).fill("rahima@example.org");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByRole("heading", { level: 1 })).toHaveText("We have received your report");
  const reference = await form.locator("#main strong").textContent();
  const report = (await received(portal)).find((one) => one.reference === reference);
  expect(report).toMatchObject({ kind: "removal", about: shown.passport, message, contact: "rahima@example.org" });
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Which paper do you want to check?");
});

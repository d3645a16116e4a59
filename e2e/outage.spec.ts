import { withoutTable } from "./support/outage.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

// The browser logs the status 500.
test.use({ expectedComplaint: /status of 500/ });

test("a failed search says so, gives the reason, and can be tried again", async ({ visitor, page, portal }) => {
  await visitor.opens("/Check_Visa");
  {
    using _outage = withoutTable(portal, "candidate");
    await visitor.looksUp(shown.passport);
    await expect(visitor.answer.getByRole("heading")).toHaveText("Not searched: something went wrong here");
    await expect(visitor.answer).toContainText("Something went wrong on our side.");
    await expect(visitor.box).toHaveValue(shown.passport);
  }
  await page.getByRole("button", { name: "Try again" }).click();
  await visitor.readsThatItIsPublished();
});

test("pages still name the operator while the settings cannot be read", async ({ visitor, page, portal }) => {
  await visitor.opens("/");
  using _outage = withoutTable(portal, "settings");
  await visitor.opens("/Check_Visa");
  await expect(page.getByRole("banner")).toContainText("Shapla Overseas");
});

test("a site that could never read its settings shows an apology", async ({ page, startsPortal }) => {
  const portal = await startsPortal();
  using _outage = withoutTable(portal, "settings");
  const answer = await page.goto(portal.url);
  expect(answer?.status()).toBe(500);
  await expect(page.getByRole("heading")).toHaveText("This page cannot be shown right now");
  await expect(page.getByRole("contentinfo")).toHaveText(`${new URL(portal.url).host} is not a government.`);
});

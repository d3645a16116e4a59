import { system } from "#core/accounts/actor.ts";
import { changeMailServer, readMailServer } from "#operations/settings/change-mail-server.ts";
import { MailServer } from "#test/support/mail-server.ts";
import { readMail } from "#test/support/read-mail.ts";
import type { StartedPortal } from "./support/portal.ts";
import { missing } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const office = system("journeys");

async function sendMailsBy({ office: portal }: StartedPortal, mails: MailServer | null): Promise<void> {
  const { version: expectedVersion } = await readMailServer(portal, office);
  const server = { host: "127.0.0.1", encryption: "starttls" as const, user: "", password: "", from: "" };
  await changeMailServer(portal, office, { server: mails && { ...server, port: mails.port }, expectedVersion });
}

test("a visitor who found nothing leaves an email address, confirms it and stops the watch", async ({
  visitor,
  page,
  portal,
}) => {
  await using mails = await new MailServer().start();
  await sendMailsBy(portal, mails);
  await visitor.opens("/");
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  await visitor.answer.getByText("Tell me when a record with this number is published").click();
  await visitor.findsNoBarrier();
  const email = `karim.${test.info().testId}@example.org`;
  await visitor.answer.getByRole("textbox", { name: "Email" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your mail");
  expect(page.url()).not.toContain(missing.passport);
  await visitor.findsNoBarrier();

  const mailed = () => mails.taken.find(({ to }) => to.includes(email))?.source ?? "";
  await expect.poll(mailed).not.toBe("");
  await visitor.opens(/\/watch\?token=[\w-]+/.exec(readMail(mailed()).text)?.[0] ?? "");
  await expect(page.getByText("a number that ends in 999, not confirmed yet")).toBeVisible();
  await visitor.findsNoBarrier();
  await page.getByRole("button", { name: "Yes, write to me once" }).click();
  await expect(page.getByText("a number that ends in 999, until")).toBeVisible();
  await page.getByRole("button", { name: "Stop, and delete my email" }).click();
  await expect(page.getByText("Your email is deleted.")).toBeVisible();
  await sendMailsBy(portal, null);
});

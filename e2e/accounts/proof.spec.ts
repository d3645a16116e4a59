import { letSessionsAge } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

test("a user with a second step must prove it again before adding a passkey", async ({ member, page, portal }) => {
  const { codes } = await member.turnsOnTheSecondStep();
  await page.goto("/account/passkeys");
  await letSessionsAge(portal);
  await member.field("Current password").fill(member.password);
  await member.button("Add a passkey").click();
  await expect(member.heading).toHaveText("Is it still you?");
  expect(new URL(page.url()).search).toBe("?from=%2Faccount%2Fpasskeys");
  await member.field("Code").fill("000000");
  await member.button("Continue").click();
  await member.seesProblems({ Code: "This code is not right. Type the one that the app shows now." });
  await page.getByText("No phone with you?").click();
  await member.field("Recovery code").fill(codes[0] ?? "");
  await member.button("Use the recovery code").click();
  await expect(member.heading).toHaveText("Passkeys");
});

test("a user without a phone prints codes instead of adding an app, and turns the second step off again", async ({
  member,
  page,
}) => {
  await member.hasSession();
  await page.goto("/account/second-step");
  await member.field("Password").fill(member.password);
  await member.button("Print codes instead of using an app").click();
  await expect(member.heading).toHaveText("Keep these codes");
  await page.goto("/account/second-step");
  await page.locator("#password-remove").fill(member.password);
  await member.button("Turn it off").click();
  await expect(member.heading).toHaveText("Turn on the second step");
});

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

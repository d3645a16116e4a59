import { system } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

test.use({ expectedComplaint: /status of 4\d\d/ });

/** As if everybody had signed in, and shown their second step, an hour ago. */
async function letTimePass({ office }: StartedPortal): Promise<void> {
  const anHourAgo = Date.now() - 60 * 60_000;
  await office.database.write(async (writer) => {
    await writer.updateTable("session").set({ started_at: anHourAgo, proved_at: anHourAgo }).execute();
  });
}

test("who has no second step signs in again before the ways in are changed", async ({ member, page, portal }) => {
  await member.signsIn();
  await member.isSignedIn();
  await letTimePass(portal);
  await page.goto("/prove-again?from=/account/passkeys");
  await expect(member.heading).toHaveText("Is it still you?");
  await member.button("Sign in again").click();
  await expect(member.heading).toHaveText("Sign in");
  await member.field("Email").fill(member.email);
  await member.field("Password").fill(member.password);
  await member.button("Sign in").click();
  await expect(member.heading).toHaveText("Passkeys");
});

test("who has one shows it", async ({ member, page, portal }) => {
  const { codes } = await member.turnsOnTheSecondStep();
  await letTimePass(portal);
  await page.goto("/prove-again?from=/account/profile");
  await member.field("Code").fill("000000");
  await member.button("Continue").click();
  await member.isTold("Code", "This code is not right. Type the one that the app shows now.");
  await page.getByText("Is your phone not at hand?").click();
  await member.field("Recovery code").fill(codes[0] ?? "");
  await member.button("Use the recovery code").click();
  await expect(member.heading).toHaveText("Profile");
});

test(
  "a passkey is not added long after the second step was shown",
  { tag: "@with-javascript" },
  async ({ member, page, portal }) => {
    await member.turnsOnTheSecondStep();
    await letTimePass(portal);
    await page.goto("/account/passkeys");
    await member.field("Current password").fill(member.password);
    await member.button("Add a passkey").click();
    await expect(member.heading).toHaveText("Is it still you?");
    expect(new URL(page.url()).search).toBe("?from=%2Faccount%2Fpasskeys");
  },
);

test("a role that demands a second step says so until it is there", async ({ page, portal }) => {
  const demand = (secondFactor: "required" | "optional") =>
    changeSettings(portal.office, system("journeys"), { change: { secondFactor } });
  const member = await Member.joins(portal, page, "moderator");
  await demand("required");
  try {
    await member.signsIn();
    await member.isSignedIn();
    await expect(page.locator("#main")).toContainText("Your role asks for a second step.");
    await member.turnsOnTheSecondStep("/account/second-step");
    await page.goto("/account");
    await expect(page.locator("#main")).not.toContainText("Your role asks for a second step.");
  } finally {
    await demand("optional");
  }
});

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { secretAsWords } from "#sealing/secret-words.ts";
import { freePort } from "#test/support/processes/free-port.ts";
import { attestryProcess } from "#test/support/processes/command.ts";
import { startServer } from "#test/support/processes/server.ts";
import { expect, test } from "../support/test.ts";
import { Visitor } from "../support/visitor.ts";

test.use({ timezoneId: "Asia/Dhaka" });

test("somebody without a shell brings a site back from a backup, and signs in with an account of it", async ({
  portal,
  member,
  page,
  allowConsoleErrors,
}) => {
  // While one server takes the place of the other, requests fail for a moment.
  allowConsoleErrors(/status of 503|ERR_CONNECTION|ERR_EMPTY_RESPONSE/);
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-restore-"));
  const place = path.join(folder, "backups");
  const source = { DATA_DIR: portal.folder };
  expect(await attestryProcess(source, ["backup", place])).toMatchObject({ code: 0 });
  const words = secretAsWords((await readFile(path.join(portal.folder, "secret"), "utf8")).trim());
  const port = await freePort();
  const DATA_DIR = path.join(folder, "data");
  await using server = await startServer({ DATA_DIR, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
  await expect.poll(() => readFile(`${DATA_DIR}/setup-link`, "utf8").catch(() => "")).toContain("token=");

  await page.goto((await readFile(`${DATA_DIR}/setup-link`, "utf8")).trim());
  await expect(page.getByRole("combobox", { name: "Time zone" }), "the browser's own is proposed").toHaveValue(
    "Asia/Dhaka",
  );
  await page.getByRole("link", { name: "From a backup" }).click();
  await new Visitor(page).fitsAndHasNoBarrier();
  await member.fills({ "Where the backup is": place, "The words of the secret": words.with(2, "zebra").join(" ") });
  await member.button("Restore this backup").click();
  await member.seesProblems({
    "The words of the secret": `These words differ from the card: 3: zebra → ${words[2]}.`,
  });
  await member.fills({ "The words of the secret": words.join(" ") });
  await member.button("Restore this backup").click();
  await expect(page.getByRole("heading", { name: "A backup is being restored" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The site is back" })).toBeVisible({ timeout: 60_000 });
  await new Visitor(page).fitsAndHasNoBarrier();
  await page.getByRole("link", { name: "Sign in", exact: true }).last().click();
  await member.fills({ Email: member.email, Password: member.password });
  await member.button("Sign in").click();
  await expect(page).toHaveURL(/\/dashboard|\/account/);
  await server.stop("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

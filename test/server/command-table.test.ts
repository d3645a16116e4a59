import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { commands } from "#cli/commands.ts";
import { makeSecret } from "#server/secret-file.ts";
import { layOutAsItWas } from "../released/as-it-was.ts";
import { goodPassword } from "../support/accounts/fresh-accounts.ts";
import { attestry } from "../support/command.ts";
import { engines, emptyEnvironment, freshEnvironment } from "../support/portals.ts";

/** Arguments with which a command would do its work, where it needs some. */
const argsOf: Readonly<Record<string, string>> = {
  "create-admin": "--email you@agency.example",
  invite: "--email clerk@agency.example",
  "reset-factors": "--email clerk@agency.example",
  suspend: "--email clerk@agency.example --why left",
  import: "package.json --as you@agency.example",
  backup: "./left/backups",
  move: "--to file:///left/site.db",
  "log export": "./left/log",
  "keys sign": "--rotate",
};

const run = (environment: Record<string, string>, name: string) =>
  attestry(environment, [...name.split(" "), ...(argsOf[name]?.split(" ") ?? [])], `${goodPassword}\n`);

const names = Object.keys(commands);
const ofSite = names.filter((name) => ["secret", "reads", "writes"].includes(commands[name]?.site ?? ""));
/** Works without a site, too: it reads a card, or says what is missing. */
const tolerant = new Set(["secret check", "doctor"]);

async function contentOf(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = files.map(async (file) => {
    const name = path.join(file.parentPath, file.name);
    return [
      name,
      file.isFile()
        ? createHash("sha256")
            .update(await readFile(name))
            .digest("hex")
        : "folder",
    ] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

test.each(ofSite)("attestry %s says which site it means, and makes nothing where there is none", async (name) => {
  const environment = await emptyEnvironment("sqlite");
  const folder = environment["DATA_DIR"] ?? "";
  const around = path.dirname(folder);
  for (const isThere of [false, true]) {
    if (isThere) await mkdir(folder);
    const before = await contentOf(around);
    const { code, site, err } = await run(environment, name);
    expect(code).toBe(1);
    expect(site).toBe(`Site: http://localhost:0, records in ${folder}/attestry.db, other data in ${folder}.\n`);
    if (!tolerant.has(name)) expect(err).toMatch(/is missing|does not exist|There is no/);
    expect(await contentOf(around)).toEqual(before);
  }
});

test.each(engines)(
  "no command makes a second secret or folder beside a site on %s whose DATA_DIR is another",
  async (engine) => {
    const elsewhere = await freshEnvironment(engine);
    const { DATA_DIR: wrong = "" } = await emptyEnvironment("sqlite");
    const around = path.dirname(wrong);
    const database = elsewhere["DATABASE_URL"] ?? `file://${elsewhere["DATA_DIR"]}/attestry.db`;
    for (const isThere of [false, true]) {
      if (isThere) await mkdir(wrong);
      const before = await contentOf(around);
      for (const name of ofSite.filter((one) => !tolerant.has(one))) {
        expect([name, (await run({ DATA_DIR: wrong, DATABASE_URL: database }, name)).code]).toEqual([name, 1]);
      }
      expect(await contentOf(around)).toEqual(before);
    }
  },
);

test("only a start and a restore take the steps of a new version: every other command says so, with exit code 3", async () => {
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), SECRET: makeSecret() };
  const folder = environment["DATA_DIR"] ?? "";
  await layOutAsItWas("test/released/1.0.0", folder);
  // It tries whether files can be stored.
  const examined = await run(environment, "doctor");
  const before = await contentOf(folder);
  const said = [];
  for (const name of ofSite.filter((one) => commands[one]?.site !== "secret" && one !== "doctor")) {
    const { code, err } = await run(environment, name);
    said.push([name, code, err.includes("only a start of this version changes it. Nothing was done.")]);
  }
  expect(said).toEqual(said.map(([name]) => [name, 3, true]));
  expect(examined.out).toMatch(/wrong +Database .*only a start of this version/);
  expect(await contentOf(folder)).toEqual(before);
});

test("verify makes no site of an empty database", async () => {
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), SECRET: makeSecret() };
  await mkdir(String(environment["DATA_DIR"]), { recursive: true });
  for (const name of ["attestry.db", "attestry-lookups.db"]) await writeFile(`${environment["DATA_DIR"]}/${name}`, "");
  expect(await attestry(environment, ["verify"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database is empty\. .* only attestry start makes a new site\.\n$/),
  });
});

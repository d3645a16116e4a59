import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Command, commands } from "#cli/commands.ts";
import { makeSecret } from "#server/secret-file.ts";
import { openDatabase } from "#storage/database/open-database.ts";
import { everyTable } from "#storage/database/tables/copied-tables.ts";
import { layOutAsItWas } from "../released/as-it-was.ts";
import { goodPassword } from "../support/accounts/fresh-accounts.ts";
import { attestry } from "../support/command.ts";
import { engines, emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

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
const thatUse = (...uses: Command["site"][]) =>
  names.filter((name) => uses.some((use) => commands[name]?.site === use));
const ofSite = thatUse("secret", "examines", "reads", "writes");

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
    if (commands[name]?.site !== "examines") expect(err).toMatch(/is missing|does not exist|There is no/);
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
      for (const name of thatUse("secret", "reads", "writes")) {
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
  for (const name of thatUse("reads", "writes")) {
    const { code, err } = await run(environment, name);
    said.push([name, code, err.includes("only a start of this version changes it. Nothing was done.")]);
  }
  expect(said).toEqual(said.map(([name]) => [name, 3, true]));
  expect(examined.out).toMatch(/wrong +Database .*only a start of this version/);
  expect(await contentOf(folder)).toEqual(before);
});

/** What a command or a start may note: its runs, that a process is alive, and what it counts. */
const notes = new Set(["backup_run", "process"]);

test("commands that read or examine a site change no row of it", async () => {
  const environment = await freshEnvironment("sqlite");
  await addTestRecord(await openForTest(environment));
  const target = path.join(environment["DATA_DIR"] ?? "", "..", "elsewhere");
  const rows = async () => {
    const place: [string, string] = ["", environment["DATA_DIR"] ?? ""];
    await using database = await openDatabase(...place, "refused");
    await using snapshot = await database.snapshot();
    const tables = everyTable.filter((table) => !notes.has(table));
    return Object.fromEntries(
      await Array.fromAsync(tables, async (table) => {
        const columns = await snapshot.columns(table);
        return [table, (await Array.fromAsync(snapshot.rows(table, columns))).flat()];
      }),
    );
  };
  const before = await rows();
  for (const name of thatUse("reads")) {
    const args = argsOf[name] === undefined ? [] : [target];
    expect([name, (await attestry(environment, [...name.split(" "), ...args])).code]).toEqual([name, 0]);
  }
  // It finds no backups at the place that it knows.
  expect((await attestry(environment, ["doctor"])).out).toMatch(/^ok +Database/m);
  expect(await rows()).toEqual(before);
});

test("verify makes no site of an empty database", async () => {
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), SECRET: makeSecret() };
  await mkdir(String(environment["DATA_DIR"]), { recursive: true });
  await writeFile(`${environment["DATA_DIR"]}/attestry.db`, "");
  expect(await attestry(environment, ["verify"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database is empty\. .* only attestry start makes a new site\.\n$/),
  });
});

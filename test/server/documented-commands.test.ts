import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { admin } from "../support/accounts/people.ts";
import { goodPassword } from "../support/accounts/fresh-accounts.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";

/** Blocks of shell that begin with "```sh run". Those of the secret come last: the site would have to start again. */
const pages = globSync("docs/operator/*.md").toSorted(
  (a, b) => Number(a.includes("secret")) - Number(b.includes("secret")),
);

// A dozen programs start one after another.
test(
  "the commands in the operator's pages work beside a running site, as they are printed",
  { timeout: 180_000 },
  async () => {
    const fresh = await freshEnvironment("sqlite");
    const folder = fresh["DATA_DIR"] ?? "";
    const programs = `${folder}/programs`;
    await mkdir(programs);
    await writeFile(
      `${programs}/attestry`,
      `#!/bin/sh\nexec "${process.execPath}" "${path.resolve("build/program/main.js")}" "$@"\n`,
    );
    await chmod(`${programs}/attestry`, 0o755);
    await chmod(`${folder}/secret`, 0o600);
    await addTestRecord(await openForTest(fresh), admin);
    await using site = await startServer(fresh);
    // Only the commands know the place of backups: the site would make its first one at the same time.
    const BACKUP_URL = `file://${folder}-backups/`;
    const env = { ...fresh, BACKUP_URL, PUBLIC_URL: site.url, PATH: `${programs}:${process.env["PATH"]}` };
    const run = async (block: string) => {
      const child = spawn("/bin/sh", ["-eu", "-c", block], { env });
      child.stdin.on("error", () => undefined).end(`${goodPassword}\n`);
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
      return { block, code: Number(code), said: `${out}${err}` };
    };
    const results = [];
    for (const page of pages)
      for (const [, block = ""] of (await readFile(page, "utf8")).matchAll(/```sh run\n(.*?)```/gs))
        results.push(await run(block));
    expect(results.length).toBeGreaterThan(5);
    expect(results.filter(({ code }) => code !== 0)).toEqual([]);
  },
);

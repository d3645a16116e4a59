import { execFile } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { addRecord } from "#operations/records/add-record.ts";
import { member, withApp } from "../support/account-visitor.ts";
import { admin, particulars } from "../support/people.ts";
import { emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
import { uploaded } from "../support/scans.ts";

type Said = { code: number; out: string; err: string };

/** What the command prints, and how it ends. */
async function attestry(environment: Record<string, string>, ...args: string[]): Promise<Said> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  return promisify(execFile)(process.execPath, ["src/main.ts", ...args], { env, timeout: 20_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, err: stderr };
    },
  );
}

const oneSentence = /^[^\n]+\n$/;

async function filled(): Promise<Record<string, string>> {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  await addRecord(portal, admin, {
    particulars: particulars(),
    images: { workPermit: await uploaded(portal, admin) },
  });
  return environment;
}

test.each([
  [["start", "--bogus"], {}],
  [["dance"], {}],
  [["constructor"], {}],
  [["keys"], {}],
  [["start"], { DATABASE_URL: "postgres://127.0.0.1:99999/x" }],
  [["start"], { BLOB_URL: "file:///proc/nowhere/x" }],
  [["start"], { UPLOAD_KEY: "short" }],
  [["verify"], {}],
  [["reset-factors"], {}],
  [["reset-factors", "--email", "no address"], {}],
  [["reset-factors", "--email", "nobody@agency.example"], {}],
])("attestry %j with %j says what is wrong in one sentence", async (args, more) => {
  const said = await attestry({ ...(await emptyEnvironment("sqlite")), ...more }, ...args);
  expect(said).toMatchObject({ code: 1, err: expect.stringMatching(oneSentence) });
});

test("a taken port is refused before anything is made", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), PORT: String(port) };
  const said = await attestry(environment, "start");
  expect(said).toMatchObject({
    code: 1,
    err: `Port ${port} is taken: stop the other program or set PORT to a free one.\n`,
  });
  await expect(access(environment["DATA_DIR"] ?? "")).rejects.toMatchObject({ code: "ENOENT" });
});

test("reset-factors takes away what was lost, and says so", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const owner = await member({ portal }, "admin");
  await withApp(owner);
  const reset = () => attestry(environment, "reset-factors", "--email", owner.email.toUpperCase());
  expect(await reset()).toMatchObject({ code: 0, out: expect.stringContaining("with the password alone now") });
  expect(await owner.signIn(owner.email)).toMatchObject({ next: "signed-in" });
  expect(await reset()).toMatchObject({ code: 0, out: expect.stringContaining("has no second step") });
});

test("a damaged database is refused in one sentence", async () => {
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), SECRET: "x".repeat(40) };
  await mkdir(String(environment["DATA_DIR"]), { recursive: true });
  await writeFile(`${environment["DATA_DIR"]}/attestry.db`, "this is no database ".repeat(500));
  const said = await attestry(environment, "start");
  expect(said).toMatchObject({ code: 1, err: expect.stringMatching(/^The database cannot be opened .*\n$/) });
});

test("config lists every setting and no secret; help names every command", async () => {
  const { out } = await attestry({ SECRET: "planted secret of more than 32 letters", PORT: "4000" }, "config");
  expect(out).toMatch(/^PORT +4000 {2}\[environment\]$/m);
  expect(out).not.toContain("planted");
  expect((await attestry({}, "help")).out).toMatch(/keys rotate/);
});

test("verify reads everything, and fails when a scan is missing", async () => {
  const environment = await filled();
  const whole = await attestry(environment, "verify");
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining("Images: 1 whole, 0 not; 0 blobs of none.") });
  await rm(`${environment["DATA_DIR"]}/blobs`, { recursive: true });
  expect(await attestry(environment, "verify")).toMatchObject({ code: 1, err: expect.stringMatching(oneSentence) });
});

test("keys add and keys rotate move every record under a new secret", async () => {
  const environment = await filled();
  expect(await attestry(environment, "keys", "rotate")).toMatchObject({ code: 1 });
  expect(await attestry(environment, "keys", "add")).toMatchObject({ code: 0 });
  const rotated = await attestry(environment, "keys", "rotate");
  expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining("1 records are wrapped") });
  expect(await attestry(environment, "verify")).toMatchObject({ code: 0 });
});

import { once } from "node:events";
import { access, chown, mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { member, withApp } from "../support/accounts/account-visitor.ts";
import type { Engine } from "#storage/database/database.ts";
import { commands } from "#cli/commands.ts";
import { UsageError } from "#cli/usage-error.ts";
import type { StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { currentSigningKey, publicKeys } from "#operations/signing/signing-keys.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import { attestry } from "../support/command.ts";
import { attestryProcess } from "../support/processes/command.ts";
import { admin } from "../support/accounts/people.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { addTestRecord } from "../support/records.ts";
import { emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { freshAdmin, goodPassword } from "../support/accounts/fresh-accounts.ts";
import { auditTrail } from "../support/audit-trail.ts";

async function filled(engine: Engine = "sqlite"): Promise<Record<string, string>> {
  const environment = await freshEnvironment(engine);
  const portal = await openForTest(environment);
  await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
  return environment;
}

const invite = ["invite", "--email", "clerk@agency.example"];
const createAdmin = ["create-admin", "--email", "first@agency.example"];

const isRefusal = (kind: typeof StartRefused, message: RegExp) => (error: unknown) =>
  error instanceof kind && message.test(error.message);

/** Excludes the commands that run a server, because they load slowly, and settings, which has no options. */
const others = Object.entries(commands).filter(([name]) => !["start", "demo", "settings"].includes(name));

test.each(others)("attestry %s refuses an unknown option before anything else", async (_, { load }) => {
  const run = await load();
  await expect(async () => run(["--bogus"])).rejects.toThrow(/^Unknown option '--bogus'/);
});

test.each([
  ["keys sign", [], /^Use --rotate, or --revoke KID with [^\n]* of the log\.$/],
  ["keys sign", ["--rotate", "--revoke=x", "--after=y"], /^Use --rotate, or /],
  ["keys sign", ["--after=y"], /^Use --rotate, or /],
  ["settings", ["--bogus"], /^"--bogus" is not NAME=VALUE\.$/],
  ["invite", [], /^--email is missing\.$/],
  ["reset-factors", [], /^--email is missing\.$/],
  ["suspend", ["--email", "a@agency.example"], /^--why is missing or not valid: it must be left or suspected\.$/],
  ["reset-factors", ["--email", "no address"], /^--email is not valid: /],
  ["create-admin", [], /^--email is missing\.$/],
  ["create-admin", ["--email", "nobody"], /^--email is not valid: nobody is not an address\.$/],
  ["backup", ["a", "b"], /^Name one place/],
  ["backup", ["a", "--keep", "seven"], /^"seven" does not say what to keep: write it as 7d,4w,12m/],
  ["backup", ["a", "--check", "--keep", "7d"], /^--check makes and removes no backups/],
  ["restore", ["/tmp", "--at", "tomorrow"], /^--at is not valid/],
] as const)("attestry %s with %j is refused before anything else", async (name, args, message) => {
  const run = await commands[name]?.load();
  await expect(async () => run?.([...args])).rejects.toSatisfy(isRefusal(UsageError, message));
});

test.each([
  [["start", "--bogus"], /^Unknown option '--bogus'\. Usage: attestry start /],
  [["demo", "--bogus"], /^Unknown option '--bogus'\. Usage: attestry demo \[--set SET\]$/],
  [["constructor", "--help"], /^There is no command "constructor"\./],
  [["keys"], /^Use "attestry keys add" or "attestry keys rotate" or "attestry keys sign"\.$/],
  [["create-admin", "--email"], /^Option '--email <value>' argument missing\. Usage: /],
])("attestry %j is refused with one line and exit code 2, and creates nothing", async (args, line) => {
  const environment: Record<string, string> = await emptyEnvironment("sqlite");
  const { code, out, err } = await attestry(environment, args, `${goodPassword}\n`);
  expect({ code, out, lines: err.match(/\n/g) }).toEqual({ code: 2, out: "", lines: ["\n"] });
  expect(err.trimEnd()).toMatch(line);
  await expect(access(environment["DATA_DIR"] ?? "")).rejects.toMatchObject({ code: "ENOENT" });
});

test.each([
  [["start"], { UPLOAD_KEY: "short" }, "", /^UPLOAD_KEY is not valid/],
  [["verify"], {}, "", /./],
  [[...invite], { PUBLIC_URL: "http://check.example.com" }, "", /Set PUBLIC_URL to the https:/],
  [[...invite], { SMTP_URL: "smtp://mail.example.com" }, "", /^The link .* would lead to http:\/\/localhost/],
  [["reset-factors", "--email", "nobody@agency.example"], {}, "", /./],
  [createAdmin, {}, "short", /^The password is not valid: use at least 12 characters\.\n$/],
])("attestry %j with %j set and %j typed fails with one sentence", async (args, more, typed, sentence) => {
  const environment = await emptyEnvironment("sqlite");
  if (typed !== "") await openForTest(environment);
  const said = await attestry({ ...environment, ...more }, args, `${typed}\n`);
  expect(said).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
  if (args[0] !== "start") expect(said.out).toBe("");
  expect(said.err).toMatch(/^[^\n]+\n$/);
});

test("a port in use is refused before anything is created", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), PORT: String(port) };
  const err = `Port ${port} is taken: stop the other program or set PORT to a free one.\n`;
  expect(await attestry(environment, ["start"])).toMatchObject({ code: 1, err });
  await expect(access(environment["DATA_DIR"] ?? "")).rejects.toMatchObject({ code: "ENOENT" });
});

test("suspend shuts a person out, with the answer why", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const [{ id }] = [await freshAdmin(portal, "leaving@agency.example"), await freshAdmin(portal)];
  const said = await attestry(environment, ["suspend", "--email", "leaving@agency.example", "--why", "left"]);
  expect(said).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^leaving@agency\.example is suspended, and 0 pages/),
  });
  expect((await auditTrail(portal, system("test"), "staff", id)).at(-1)).toMatchObject({
    actor: "command-line",
    details: { departure: { to: "left" } },
  });
});

test("reset-factors removes lost second factors, so that the password alone signs in", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const owner = await member({ portal }, "admin");
  await withApp(owner);
  const reset = () => attestry(environment, ["reset-factors", "--email", owner.email.toUpperCase()]);
  expect(await reset()).toMatchObject({
    code: 0,
    out: expect.stringContaining("can now sign in with the password alone"),
  });
  expect(await owner.signIn(owner.email)).toMatchObject({ next: "signed-in" });
  expect(await reset()).toMatchObject({ code: 0, out: expect.stringContaining("has no second factor") });
});

test("changes lists what waits for a second admin, and releases it", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const [one, other] = [await freshAdmin(portal), await freshAdmin(portal)];
  await changeSettings(portal, system("test"), { change: { fourEyes: true } });
  await expect(suspendAccount(portal, one, other)).rejects.toMatchObject({ id: "waits" });
  const { out } = await attestry(environment, ["changes"]);
  expect(out).toMatch(/^\S+ {2}Suspend Amina Admin\. Asked for by Amina Admin; takes effect on [\d-]+T[\d:]+Z\.\n$/);
  const release = ["changes", "--release", out.split(" ", 1)[0] ?? ""];
  expect(await attestry(environment, release)).toMatchObject({ code: 0, out: "The change has taken effect.\n" });
  expect((await readAccount(portal, one, other)).suspended).toBe(true);
  const again = await attestry(environment, release);
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^Nothing with this ID waits/) });
  const agreed = { action: "change-agreed", actor: "command-line" };
  expect((await auditTrail(portal, one, "staff", other.id)).at(-1)).toMatchObject(agreed);
  // Each end of the rule has an answer of its own, here too: only what is named changes.
  for (const named of [["fourEyes=false", "leftRevisions=publish"], ["fourEyes=true"], ["fourEyes=false"]])
    expect(await attestry(environment, ["settings", ...named])).toMatchObject({ code: 0 });
  expect(await currentSettings(portal)).toMatchObject({ fourEyes: false, leftRevisions: "discard" });
});

test("help lists every command, and COMMAND --help shows its options, an example and its exit codes", async () => {
  const { out } = await attestry({}, ["help"]);
  for (const name of Object.keys(commands)) expect(out).toMatch(new RegExp(`^ {2}attestry ${name} {2,}\\S`, "m"));
  const said = await attestry({}, ["create-admin", "--help"]);
  expect(said).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^attestry create-admin --email ADDRESS/),
  });
  expect(said.out).toMatch(
    /^Options:\n {2}--email ADDRESS .*^Example:\n {2}attestry create-admin .*^Exit codes:\n {2}0 /ms,
  );
  expect(await attestry({}, ["help", "create-admin"])).toEqual(said);
});

test("keys add and keys rotate move every record to a new secret, and verify fails when a blob is missing", async () => {
  const environment = await filled();
  const verify = () => attestry(environment, ["verify"]);
  expect(await attestry(environment, ["keys", "rotate"])).toMatchObject({ code: 1 });
  expect(await attestry(environment, ["keys", "add"])).toMatchObject({ code: 0 });
  const rotated = await attestry(environment, ["keys", "rotate"]);
  expect(rotated).toMatchObject({
    code: 0,
    out: expect.stringContaining("The keys of 1 record are encrypted with the newest secret."),
  });
  const secretFile = `${environment["DATA_DIR"]}/secret`;
  const [newest = ""] = (await readFile(secretFile, "utf8")).split("\n");
  await writeFile(secretFile, newest);
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 intact, 0 damaged; 0 blobs without an image."),
  });
  await rm(`${environment["DATA_DIR"]}/blobs`, { recursive: true });
  expect(await verify()).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]+\n$/) });
});

test("keys sign replaces the signing key, and marks a stolen key as revoked", async () => {
  const environment = await filled();
  const portal = await openForTest(environment);
  await signCheckpoint(portal);
  const sign = (...args: string[]) => attestry(environment, ["keys", "sign", ...args]);
  const kidNow = async () => (await currentSigningKey(portal, "statement")).kid;
  const first = await kidNow();
  const rotated = await sign("--rotate");
  const second = await kidNow();
  expect(rotated).toMatchObject({
    code: 0,
    err: "",
    out: `Statements are now signed with the key ${second}. Signatures of ${first} stay valid until they expire.\n`,
  });
  const checkpoint = `${environment["DATA_DIR"]}/before.txt`;
  const [tree] = await logTrees(portal.database.read, portal.registry);
  await writeFile(checkpoint, tree?.signed.note ?? "");
  const revoked = await sign(`--revoke=${second}`, "--after", checkpoint);
  expect(revoked).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(
      `^Statements are now signed with the key ${await kidNow()}\\. Of what ${second} signed, only statements `,
    ),
  });
  const { keys, revoked_keys } = await publicKeys(portal, portal.database.read, "statement");
  expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([first, await kidNow()]));
  expect(revoked_keys.map(({ kid }) => kid)).toEqual([second]);
  const { kid: ofLog } = await currentSigningKey(portal, "log");
  const logRevoked = await sign(`--revoke=${ofLog}`);
  const { kid: now } = await currentSigningKey(portal, "log");
  expect(now).not.toBe(ofLog);
  expect(logRevoked).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(`^The public log continues as \\S+/log/2 with the key ${now}\\. /proof says so\\. `),
  });
  expect(await sign("--revoke=nobody", "--after", checkpoint)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no key nobody that signs statements\. [^\n]*\n$/),
  });
  expect(await sign(`--revoke=${first}`, "--after=nowhere.txt")).toMatchObject({
    code: 1,
    err: "nowhere.txt cannot be read (ENOENT).\n",
  });
});

test("verify checks everything, continues after an error, and reports every error", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const ids: string[] = [];
  for (const digit of [1, 2, 3, 4, 5, 6]) {
    const images = { workPermit: await uploaded(portal, admin) };
    ids.push(
      (await addTestRecord(portal, admin, { passportNumber: `A000${digit}`, irccNumber: `B000${digit}`, images })).id,
    );
  }
  const verify = () => attestry(environment, ["verify"]);
  expect(await verify()).toMatchObject({ code: 0, err: "" });
  const [broken = "", hidden = "", deleted = ""] = ids;
  using database = openDatabaseFile(environment);
  const imageOf = (id = "") => String(database.prepare("select id from image where candidate_id = ?").get(id)?.["id"]);
  const damage = async (id: string | undefined, how: (bytes: Buffer) => Buffer) => {
    const image = imageOf(id);
    const file = `${environment["DATA_DIR"]}/blobs/${image.slice(0, 2)}/${image}.original`;
    await writeFile(file, how(await readFile(file)));
    return image;
  };
  const images = [
    await damage(ids[3], (bytes) => Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)))),
    await damage(ids[4], (bytes) => bytes.subarray(0, 100)),
    await damage(ids[5], () => Buffer.alloc(0)),
  ];
  database.prepare("update candidate set sealed = zeroblob(100) where id = ?").run(broken);
  database.prepare("update candidate set hidden = 1 where id = ?").run(hidden);
  database.prepare("update image set candidate_id = null where candidate_id = ?").run(deleted);
  database.prepare("delete from candidate where id = ?").run(deleted);
  const { code, err } = await verify();
  expect(code).toBe(1);
  expect(err.trimEnd().split("\n").toSorted()).toEqual(
    [
      ...[broken, hidden].map((id) => `Record ${id} cannot be opened; restore it from a backup.`),
      `Record ${deleted} was changed or deleted without an audit event.`,
      `What was signed of record ${deleted} belongs to no record.`,
      `What was signed of record ${hidden} stands, although its record is not shown.`,
      ...images.map(
        (id) =>
          `Image ${id} is damaged. If its original is intact, "attestry verify --repair" repairs it. Otherwise restore it from a backup.`,
      ),
    ].toSorted(),
  );
});

test("verify also reads on a full disk, unless a site was started on it", async () => {
  const limited = ["sh", "-c", 'ulimit -f 10; exec "$0" "$@"'];
  const environment = await freshEnvironment("sqlite");
  // The first start writes the settings.
  await (await openForTest(environment))[Symbol.asyncDispose]();
  expect(await attestryProcess(environment, ["verify"], "", limited)).toMatchObject({ code: 0, err: "" });
  using alone = new DisposableStack();
  for (const name of ["attestry.db", "attestry-lookups.db"]) {
    const file = pathToFileURL(`${environment["DATA_DIR"]}/${name}`);
    file.searchParams.set("vfs", "unix-excl");
    alone.use(new DatabaseSync(file)).exec("select count(*) from sqlite_schema");
  }
  const { code, err } = await attestryProcess(environment, ["verify"], "", limited);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The database cannot be opened: another process holds it\. .*started on a full disk/),
  ]);
});

test("verify names the unreadable parts of a damaged file, and checks all others", async () => {
  const environment = await filled();
  const file = `${environment["DATA_DIR"]}/attestry.db`;
  {
    using database = new DatabaseSync(file);
    database.exec("update candidate set sealed = zeroblob(100); pragma wal_checkpoint(truncate)");
    const numberOf = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    const page = numberOf("select rootpage from sqlite_schema where name = 'audit_event'");
    const size = numberOf("pragma page_size");
    await using written = await open(file, "r+");
    await written.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  }
  const { code, out, err } = await attestry(environment, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^The database is damaged: /m);
  expect(err).toMatch(/^The audit chain could not be read completely: .*malformed\.$/m);
  expect(err).toMatch(/^The states of records and other rows could not be read completely: /m);
  expect(err).toMatch(/^Record \S+ cannot be opened; restore it from a backup\.$/m);
  expect(out).toMatch(
    /^Database: damaged\.\nRecords: 0 can be opened, 1 cannot\.\nSettings, posts, .*: 0 cannot be opened\.\nImages: .*\nLookup log: 0 lookups, intact\.$/m,
  );
});

test("start fails when the documents of the database are missing, and when the database has none of the documents", async () => {
  const environment = await filled();
  const empty: Record<string, string> = await freshEnvironment("sqlite");
  const blobsOf = ({ DATA_DIR = "" }: Record<string, string>) => `file://${DATA_DIR}/blobs`;
  const started = (own: Record<string, string>, other: Record<string, string>) =>
    attestry({ ...own, BLOB_URL: blobsOf(other) }, ["start"]);
  expect(await started(environment, empty)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database lists documents, [^\n]*\n$/),
  });
  expect(await started(empty, environment)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/not in the database: check [^\n]*\n$/),
  });
});

test("start fails with a mistyped DATA_DIR and a PostgreSQL database, and leaves no secret in that folder", async () => {
  const environment = await filled("postgres");
  const mistyped = { ...environment, DATA_DIR: `${environment["DATA_DIR"]}-mistyped` };
  await expect(openForTest(mistyped)).rejects.toThrow(/^The database lists documents/);
  expect(await readdir(mistyped.DATA_DIR)).not.toContain("secret");
});

test("files that starts and commands create belong to the owner of the data folder, even when root runs the commands", async () => {
  const environment = await emptyEnvironment("sqlite");
  const folder = String(environment["DATA_DIR"]);
  await mkdir(folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, 65_534, 65_534);
  await openForTest(environment);
  expect(await attestry(environment, createAdmin, `${goodPassword}\n`)).toMatchObject({ code: 0 });
  expect(await attestry(environment, ["keys", "add"])).toMatchObject({ code: 0 });
  expect(await attestry(environment, invite)).toMatchObject({ code: 0 });
  const owner = (await stat(folder)).uid;
  expect(owner).toBe(isRoot ? 65_534 : process.getuid?.());
  const made = await readdir(folder, { recursive: true });
  expect(made).toEqual(expect.arrayContaining(["secret", "attestry.db", "attestry-lookups.db", "blobs"]));
  const owners = await Promise.all(made.map(async (name) => [name, (await stat(`${folder}/${name}`)).uid]));
  expect(owners.filter(([, uid]) => uid !== owner)).toEqual([]);
});

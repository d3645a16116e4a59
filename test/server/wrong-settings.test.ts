import { once } from "node:events";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { attestry } from "../support/command.ts";
import { expiredCertificate } from "../support/expired-certificate.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { emptyEnvironment, engines, freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { freePort } from "../support/processes/free-port.ts";
import { startServer } from "../support/processes/server.ts";

/** Each sentence names the setting, the cause and what to do. `{…}` stands for a place that the test makes. */
type Row = [what: string, command: string, more: Record<string, string>, sentence: RegExp];

const places: Record<string, string> = {};
const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "");

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  whenFileEnds(async () => void server.close());
  return String((server.address() as AddressInfo).port);
}

/** A PostgreSQL that refuses the password: the one of the tests asks for none. */
const refusesPassword = () =>
  createServer((socket) => {
    const fields = ["SFATAL", "C28P01", 'Mpassword authentication failed for user "site"', ""];
    const body = Buffer.from(fields.map((field) => `${field}\0`).join(""));
    const head = Buffer.from([0x45, 0, 0, 0, body.byteLength + 4]);
    socket.on("error", () => undefined).once("data", () => socket.end(Buffer.concat([head, body])));
  });

beforeAll(async () => {
  const environment = await freshEnvironment("sqlite", whenFileEnds);
  const { DATA_DIR = "" } = environment;
  await addTestRecord(await openForTest(environment, whenFileEnds), admin);
  const base = `${DATA_DIR}-wrong`;
  whenFileEnds(() => rm(base, { recursive: true, force: true }));
  await mkdir(`${base}/full`, { recursive: true });
  await writeFile(`${base}/file`, "text");
  await writeFile(`${base}/full/other`, "text");
  const backups = `${base}/backups`;
  expect(await attestry({ DATA_DIR }, ["backup", backups])).toMatchObject({ code: 0 });
  await rm(`${backups}/er`, { recursive: true });
  const postgres = URL.parse(inject("postgresUrl"))?.host ?? "";
  const taken = await listening(createServer());
  const closed = String(await freePort());
  const strict = await listening(refusesPassword());
  const expired = await listening(createTlsServer(expiredCertificate).on("tlsClientError", () => undefined));
  Object.assign(places, { site: DATA_DIR, base, backups, postgres, taken, closed, strict, expired });
});

const nowhere = "{base}/nowhere";
const file = "file://{base}/file";
const fakeUser = "postgres://site:planted@";

const ofOneSetting: Row[] = [
  ["data where no folder can be", "start", { DATA_DIR: "/proc/nowhere/data" }, /^The folder .* Check DATA_DIR/],
  ["a port that is taken", "start", { PORT: "{taken}" }, /^Port \d+ is taken: .* set PORT to a free one/],
  ["an address of another machine", "start", { HOST: "192.0.2.1" }, /does not have that address\. Check HOST/],
  [
    "a file with the secret that is missing",
    "verify",
    { SECRET_FILE: nowhere },
    /^SECRET_FILE .*\(it does not exist\)/,
  ],
  [
    "a folder in place of the secret",
    "start",
    { SECRET_FILE: "{base}" },
    /^SECRET_FILE .*\(it is a folder\)\. It must/,
  ],
  [
    "a registry without records",
    "start",
    { REGISTRY: "Another" },
    /"Another" has no records, but .* set REGISTRY=My_Aust/,
  ],
  [
    "another secret",
    "start",
    { SECRET: "another-secret-than-that-of-the-site-0123" },
    /secret that was not given\. Add it after the others/,
  ],
  [
    "SQLite at a relative path",
    "start",
    { DATABASE_URL: "file://attestry.db" },
    /^DATABASE_URL is not valid: .*file:\/\/\//,
  ],
  [
    "a / in a password",
    "start",
    { DATABASE_URL: "postgres://site:5/planted@host/x" },
    /^DATABASE_URL is not valid: .*%2F/,
  ],
  [
    "a file that is no database",
    "start",
    { DATABASE_URL: file },
    /^The database \S+ cannot .* DATABASE_URL and DATA_DIR/,
  ],
  [
    "a database where no folder can be",
    "start",
    { DATABASE_URL: "file:///proc/x/y.db" },
    /^The folder .* Check DATABASE_URL/,
  ],
  [
    "a missing database",
    "verify",
    { DATABASE_URL: `file://${nowhere}/a.db` },
    /^There is no site here: .*nowhere\/a\.db is missing\. Check DATA_DIR and DATABASE_URL/,
  ],
  ["a file for the documents", "start", { BLOB_URL: file }, /is a file, not a folder\. Check BLOB_URL/],
  ["documents where no folder can be", "start", { BLOB_URL: "file:///proc/x" }, /^The folder .* Check BLOB_URL/],
  [
    "a bucket that is away",
    "start",
    { BLOB_URL: "s3://k:planted@127.0.0.1:{closed}/docs?tls=off" },
    /nothing listens there\. Check BLOB_URL/,
  ],
  [
    "a bucket with an old certificate",
    "start",
    { BLOB_URL: "s3://k:planted@localhost:{expired}/docs?tls=on" },
    /certificate has expired\. Check BLOB_URL/,
  ],
  ["a file for the backups", "backup", { BACKUP_URL: file }, /is a file, not a folder\. Check BACKUP_URL/],
  ["backups where no folder can be", "backup", { BACKUP_URL: "file:///proc/x" }, /^The folder .* Check BACKUP_URL/],
  [
    "other files beside the backups",
    "backup",
    { BACKUP_URL: "file://{base}/full" },
    /other files .* empty folder for BACKUP_URL/,
  ],
  [
    "the documents' folder for backups",
    "backup",
    { BACKUP_URL: "file://{site}/blobs" },
    /has the documents .* check BACKUP_URL/,
  ],
  [
    "a bucket for backups that is away",
    "backup",
    { BACKUP_URL: "s3://k:planted@127.0.0.1:{closed}/docs?tls=off" },
    /nothing listens there\. Check BACKUP_URL/,
  ],
  ["no place for backups", "backup", {}, /set BACKUP_URL/],
  ["no backup there", "backup --check", { BACKUP_URL: `file://${nowhere}` }, /^There is no backup: \S+ does not exist/],
  [
    "no list of deletions, at a backup",
    "backup",
    { BACKUP_URL: "file://{backups}" },
    /list of deletions is missing .* Set BACKUP_URL to an empty/,
  ],
  [
    "no list of deletions, at a check",
    "backup --check",
    { BACKUP_URL: "file://{backups}" },
    /list of deletions is missing .* Set BACKUP_URL/,
  ],
  [
    "no list of deletions, in verify",
    "verify",
    { BACKUP_URL: "file://{backups}" },
    /list of deletions is missing .* Set BACKUP_URL/,
  ],
  [
    "a role of nobody",
    "invite --email c@a.example",
    { SMTP_URL: "smtp://mail.example.com" },
    /Set PUBLIC_URL to the https:/,
  ],
];

const ofPostgres: Row[] = [
  [
    "refused",
    "start",
    { DATABASE_URL: `${fakeUser}127.0.0.1:{closed}/site` },
    /127\.0\.0\.1:\d+\/site cannot be opened: nothing listens there .* host and port in DATABASE_URL/,
  ],
  [
    "refused at both addresses of a name",
    "verify",
    { DATABASE_URL: `${fakeUser}localhost:{closed}/site` },
    /localhost:\d+\/site cannot be opened: nothing listens there/,
  ],
  [
    "no such host",
    "start",
    { DATABASE_URL: `${fakeUser}db.invalid/site` },
    /db\.invalid\/site .*(has this name|looked up now) \(db\.invalid\)\. Correct the host in DATABASE_URL/,
  ],
  [
    "wrong password",
    "settings",
    { DATABASE_URL: `${fakeUser}127.0.0.1:{strict}/site` },
    /password .* "site"\. Correct user and password in DATABASE_URL/,
  ],
  [
    "no such database",
    "start",
    { DATABASE_URL: "postgres://postgres@{postgres}/nowhere" },
    /"nowhere" does not exist\. Create that database, or correct its name in DATABASE_URL/,
  ],
  [
    "no such user",
    "start",
    { DATABASE_URL: `${fakeUser}{postgres}/postgres` },
    /"site" does not exist\. .*DATABASE_URL/,
  ],
  [
    "no TLS",
    "start",
    { DATABASE_URL: "postgres://postgres@{postgres}/postgres?sslmode=require" },
    /not support SSL connections\. Turn TLS on in PostgreSQL, or take sslmode out of DATABASE_URL/,
  ],
];

const ofDoctor: [...Row, line: string][] = [
  [
    "a file for the data",
    "doctor",
    { DATA_DIR: "{base}/file" },
    /^DATA_DIR is not valid: \S+ is a file\. It must be a folder/,
    "Permissions",
  ],
  [
    "a misspelt name",
    "doctor",
    { PUBLICURL: "https://x.example" },
    /PUBLICURL .* did you mean PUBLIC_URL\? .*Correct this where/,
    "Settings",
  ],
  [
    "a time zone in other letters",
    "doctor",
    { TZ: "asia/dhaka" },
    /TZ .* same capitals as in Asia\/Dhaka\. Correct this where/,
    "Settings",
  ],
  [
    "a file of authorities that is missing",
    "doctor",
    { NODE_EXTRA_CA_CERTS: nowhere },
    /NODE_EXTRA_CA_CERTS cannot .* not trusted: it does not exist \(.*\)\. Correct this where/,
    "Settings",
  ],
  [
    "backups among the documents",
    "doctor",
    { BACKUP_URL: "file://{site}/blobs" },
    /has the documents .* check BACKUP_URL/,
    "Backups",
  ],
  [
    "backups among other files",
    "doctor",
    { BACKUP_URL: "file://{base}/full" },
    /other files .* empty folder for BACKUP_URL/,
    "Backups",
  ],
  [
    "a public address with a password",
    "doctor",
    { PUBLIC_URL: "https://user:planted@x.example" },
    /Only https:\/\/x\.example of PUBLIC_URL .* Correct this where/,
    "Settings",
  ],
  [
    "a range of proxies that everybody is in",
    "doctor",
    { TRUSTED_PROXIES: "0.0.0.0/0" },
    /TRUSTED_PROXIES has 0\.0\.0\.0\/0, .* any address\. List only your proxies/,
    "Proxies",
  ],
  [
    "backups that cannot be stored",
    "doctor",
    { BACKUP_URL: file },
    /is a file, not a folder\. Check BACKUP_URL/,
    "Backups",
  ],
  [
    "a bucket for backups that is away",
    "doctor",
    { BACKUP_URL: "s3://k:planted@127.0.0.1:{closed}/docs?tls=off" },
    /nothing listens there\. Check BACKUP_URL/,
    "Backups",
  ],
  [
    "the mail server's old certificate",
    "doctor",
    { SMTP_URL: "smtps://localhost:{expired}" },
    /its certificate has expired\. Let the mail server renew its certificate/,
    "Mail",
  ],
  [
    "no mail server there",
    "doctor",
    { SMTP_URL: "smtp://127.0.0.1:{closed}" },
    /nothing listens there .*\. Check host and port in SMTP_URL/,
    "Mail",
  ],
  [
    "PostgreSQL away",
    "doctor",
    { DATABASE_URL: `${fakeUser}127.0.0.1:{closed}/site` },
    /nothing listens there .* host and port in DATABASE_URL/,
    "Database",
  ],
];

const given = (more: Record<string, string>) =>
  Object.fromEntries(Object.entries({ DATA_DIR: "{site}", ...more }).map(([name, value]) => [name, filled(value)]));

/** One sentence or two, without a stack, and no secret of an address. */
function expectSentence(text: string, sentence: RegExp): void {
  expect(text).toMatch(sentence);
  expect(text).not.toMatch(/\n\s+at |planted/);
}

describe("a wrong setting stops a command with what is wrong and what to do", () => {
  test.each(engines.includes("postgres") ? [...ofOneSetting, ...ofPostgres] : ofOneSetting)(
    "%s: %s",
    async (_, command, more, sentence) => {
      const { code, err } = await attestry(given(more), command.split(" "));
      expect(code).toBe(1);
      expect(
        err
          .trimEnd()
          .split("\n")
          .filter((line) => !line.includes("on the same disk")).length,
      ).toBe(1);
      expectSentence(err.split("\n").find((line) => !line.includes("on the same disk")) ?? "", sentence);
    },
  );

  test.each(["start", "verify", "settings", "backup /tmp/x", "keys add"])(
    "a file in place of DATA_DIR: %s",
    async (command) => {
      for (const DATA_DIR of [`${places["base"]}/file`, `${places["base"]}/file/data`]) {
        const { code, err } = await attestry({ DATA_DIR }, command.split(" "));
        expect({ code, err }).toMatchObject({
          code: 1,
          err: expect.stringMatching(/^DATA_DIR is not valid: .* folder /),
        });
      }
    },
  );
});

test.each(ofDoctor)("doctor names %s", async (_what, _command, more, sentence, name) => {
  const { out } = await attestry(given(more), ["doctor", "--json"]);
  const lines = JSON.parse(out) as { name: string; level: string; found: string; todo?: string }[];
  const { level = "", found = "", todo = "" } = lines.find((line) => line.name === name) ?? {};
  expect(level).toMatch(name === "Proxies" ? /wrong/ : /wrong|warning/);
  expectSentence(`${found} ${todo}`, sentence);
});

test("a misspelt name and an unknown time zone are warnings, and the command goes on", async () => {
  const wrong = { PUBLICURL: "https://x.example", DATABSE_URL: "x", TZ: "Dhaka" };
  const { code, err } = await attestry(given(wrong), ["settings"]);
  expect({ code, err }).toEqual({
    code: 0,
    err: "PUBLICURL is no setting and has no effect: did you mean PUBLIC_URL?\nDATABSE_URL is no setting and has no effect: did you mean DATABASE_URL?\nTZ is no name of a time zone that Node knows, so days may begin at another hour. Write it with the same capitals as in Asia/Dhaka.\n",
  });
});

test("a start under a public address with http warns, because numbers travel in clear", async () => {
  const environment = { ...(await freshEnvironment("sqlite")), PUBLIC_URL: "http://check.example.com" };
  await using server = await startServer(environment);
  expect(server.log).toContainEqual(
    expect.objectContaining({
      msg: expect.stringMatching(/^PUBLIC_URL is http:\/\/check\.example\.com, .*unencrypted$/),
    }),
  );
});

test("a folder that this user may not open is named with the user", async () => {
  const { DATA_DIR = "" } = await emptyEnvironment("sqlite");
  await mkdir(DATA_DIR, { recursive: true });
  await chmod(DATA_DIR, 0o500);
  process.seteuid?.("nobody");
  const said = await attestry({ DATA_DIR }, ["settings"]).finally(() => process.seteuid?.(0));
  expect(said.err).toMatch(
    /^DATA_DIR cannot be used as user nobody: .* no right to it \(\S+\)\. Run this as the user of the service/,
  );
});

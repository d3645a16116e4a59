import { once } from "node:events";
import { chmod, readdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { checkLog } from "../../src/cli/doctor/check-log.ts";
import { hourMs } from "#core/durations.ts";
import { compareLog } from "#operations/upkeep/compare-log.ts";
import { attestry } from "../support/command.ts";
import { attestryProcess } from "../support/processes/command.ts";
import { freePort } from "../support/processes/free-port.ts";
import { withOwnRole } from "../support/processes/own-role.ts";
import { startServer } from "../support/processes/server.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { MailServer } from "../support/mail-server.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const linesSchema = z.array(
  z.object({ name: z.string(), level: z.string(), found: z.string(), todo: z.string().optional() }),
);

async function examined(environment: Record<string, string>, run = attestryProcess) {
  const { code, out, err } = await run(environment, ["doctor", "--json"]);
  expect(err).toBe("");
  return { code, lines: new Map(linesSchema.parse(JSON.parse(out)).map((line) => [line.name, line])) };
}

/** Starts a TLS proxy in front of a site. If `adds` is true, it appends the client's address to X-Forwarded-For. */
async function startProxy() {
  const proxy = { adds: true, to: "" };
  const server = createServer(localhostCertificate, ({ url, headers, socket }, answer) => {
    const forwarded = [headers["x-forwarded-for"], ...(proxy.adds ? [socket.remoteAddress] : [])].join(", ");
    const passed = request(`${proxy.to}${url}`, { headers: { ...headers, "x-forwarded-for": forwarded } }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.end();
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { proxy, url: `https://localhost:${(server.address() as AddressInfo).port}` };
}

test.each(engines)("doctor on %s accepts a correct proxy, and reports one that believes visitors", async (engine) => {
  const { proxy, url } = await startProxy();
  await using mail = await new MailServer().start();
  const base = await freshEnvironment(engine);
  const folder = String(base["DATA_DIR"]);
  // A service may have other rights than the command. One engine is enough to show it.
  const BACKUP_URL = engine === "postgres" ? "file:///proc/version/backups" : "";
  const environment = { ...base, PUBLIC_URL: url, TRUSTED_PROXIES: "127.0.0.1", SMTP_URL: mail.url, BACKUP_URL };
  await using server = await startServer(environment);
  proxy.to = server.url;
  await chmod(folder, 0o700);
  await chmod(`${folder}/secret`, 0o600);
  const authority = `${folder}/../authority.pem`;
  await writeFile(authority, localhostCertificate.cert);
  const own = { ...environment, NODE_EXTRA_CA_CERTS: authority, BACKUP_URL: "" };

  const first = (await examined(own)).lines;
  expect(first.get("Backups")).toMatchObject({
    level: "wrong",
    found: expect.stringMatching(
      engine === "sqlite" ? /^No backup was made yet\.$/ : /^The serving process has other rights .*\/proc/,
    ),
  });
  expect(/lie in one folder/.test(first.get("Permissions")?.found ?? "")).toBe(engine === "sqlite");
  expect(first.get("Database")?.found).toMatch(
    engine === "sqlite" ? /^SQLite 3\S+, schema 1\.\S+\.$/ : /^PostgreSQL 1\d/,
  );
  expect(first.get("Proxies")).toMatchObject({ level: "ok" });
  // The other checks are the same on both engines.
  if (engine === "postgres") return;
  expect(await attestry(environment, ["backup", `${folder}/../backups`])).toMatchObject({ code: 0 });
  const { code, lines } = await examined(own);
  expect([...lines.values()].filter(({ name, level }) => name !== "Disk" && level !== "ok")).toEqual([]);
  expect(code).toBe(0);
  expect(lines.get("Disk")?.found).toMatch(/^\d+\.\d GB free \(\d+ %\) at .* Documents grow by 0\.0 GB in 30 days\.$/);
  expect(mail.visits).toBe(2);
  expect(mail.taken).toEqual([]);

  proxy.adds = false;
  const misled = await examined({ ...own, BACKUP_URL: `file://${folder}/../backups` });
  expect(misled.code).toBe(1);
  expect(misled.lines.get("Proxies")).toMatchObject({
    level: "wrong",
    found: expect.stringContaining("was invented by this check"),
  });
  expect(misled.lines.get("Backups")).toMatchObject({
    level: "warning",
    found: expect.stringContaining("BACKUP_URL is on the same disk as DATA_DIR"),
  });
  // An untrusted certificate, and another secret.
  await writeFile(`${folder}/secret`, "another secret of more than 32 letters");
  const estranged = await examined(environment);
  expect(estranged.lines.get("Certificate")).toMatchObject({
    level: "wrong",
    found: expect.stringMatching(/^Browsers refuse it/),
  });
  expect(estranged.lines.get("Database")).toMatchObject({
    level: "wrong",
    found: expect.stringContaining("a secret that was not given"),
  });
  expect((await examined({ ...own, PUBLIC_URL: server.url })).lines.get("Proxies")).toMatchObject({
    level: "wrong",
    found: expect.stringContaining("not this site with this secret"),
  });
});

test("doctor reports each fault with advice when everything is down, and creates nothing", async () => {
  const environment: Record<string, string> = await freshEnvironment("sqlite");
  const folder = String(environment["DATA_DIR"]);
  await chmod(`${folder}/secret`, 0o644);
  await chmod(folder, 0o700);
  const nowhere = `127.0.0.1:${await freePort()}`;
  const made = async () => (await readdir(folder, { recursive: true })).toSorted();
  const before = await made();
  const down = {
    ...environment,
    DATABASE_URL: `postgres://attestry:password-of-it@${nowhere}/attestry`,
    BLOB_URL: `file://${folder}/elsewhere`,
    SMTP_URL: `smtp://${nowhere}`,
    PUBLIC_URL: `https://${nowhere}`,
  };
  const { code, lines } = await examined(down, attestry);
  expect(code).toBe(1);
  const wrong = ["Permissions", "Database", "Documents", "Mail", "Certificate"];
  expect(wrong.map((name) => lines.get(name)?.level)).toEqual(wrong.map(() => "wrong"));
  expect(lines.get("Permissions")).toMatchObject({ todo: `chmod go= ${folder}/secret` });
  expect(lines.get("Proxies")).toMatchObject({ level: "warning", found: expect.stringContaining("cannot be reached") });
  for (const { level, todo = "" } of lines.values()) if (level !== "ok") expect(todo).toMatch(/\w/);
  expect(JSON.stringify([...lines.values()])).not.toContain("password-of-it");
  expect(await made()).toEqual(before);
});

test("doctor prints one line for each check, with advice below it", async () => {
  const environment = await freshEnvironment("sqlite");
  const { database, registry } = await openForTest(environment);
  // As the serving process stores that a witness answers 404.
  const fault = { id: `log fault ${registry} unknown witness.example/w1`, value: Date.UTC(2026, 0, 1) };
  await database.write((writer) => writer.insertInto("alert_mark").values(fault).execute());
  const { out } = await attestry(environment, ["doctor"]);
  expect(out).toMatch(/^ok {7}Versions {5}Attestry \d\S+, Node \d\S+, /m);
  expect(out).toMatch(/^warning {2}Mail {9}Mails are not sent\. [^\n]*\n {22}Set SMTP_URL /m);
  expect(out).toMatch(
    /^warning {2}Log {10}These witnesses answer 404, [^\n]*: witness\.example\/w1\. Since 2026-01-01/m,
  );
});

test("doctor says when the public log was compared last, and warns if that is long ago or never was", async () => {
  const portal = await openForTest(await freshEnvironment("sqlite"));
  const { database, keyring, registry: REGISTRY } = portal;
  const said = () => checkLog({ config: { REGISTRY }, database: async () => database, keyring: async () => keyring });
  expect(await said()).toMatchObject({ level: "ok" });
  await addTestRecord(portal);
  const never = expect.stringContaining("never compared");
  expect(await said()).toMatchObject({ level: "warning", found: never });
  const now = Date.now();
  const compared = async (at: number, stopping = new AbortController().signal) => {
    await compareLog({ ...portal, now: () => at }, stopping);
    return said();
  };
  expect(await compared(now, AbortSignal.abort())).toMatchObject({ level: "warning", found: never });
  expect(await compared(now - 4 * hourMs)).toMatchObject({ level: "warning" });
  const found = `The public log is as it was signed, last compared at ${new Date(now).toISOString()}.`;
  expect(await compared(now)).toEqual({ level: "ok", found });
});

test("doctor says which limits of the role in PostgreSQL are too low for the site, and how to take them off", async () => {
  const { environment, role, ask } = await withOwnRole();
  await openForTest(environment);
  const database = async () => (await examined(environment, attestry)).lines.get("Database");
  expect(await database()).toMatchObject({ level: "ok" });
  await ask(`alter role ${role} set idle_session_timeout = '20s'`);
  expect(await database()).toMatchObject({
    level: "warning",
    found: expect.stringContaining("idle_session_timeout is set for its role or database"),
    todo: expect.stringContaining(`alter role "${role}" reset idle_session_timeout`),
  });
  await ask(`alter role ${role} connection limit 12`);
  expect(await database()).toMatchObject({
    level: "warning",
    found: expect.stringMatching(/the role role_\w+ may have 12 connections, and this site wants up to 15\.$/),
    todo: `Run: alter role "${role}" connection limit -1.`,
  });
});

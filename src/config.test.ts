import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { StartRefused } from "#core/errors.ts";
import { describeConfig, readConfig, settingWarnings, trustedProxies } from "./config.ts";

describe("readConfig", () => {
  test("returns a default for every setting", () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      PUBLIC_URL: "http://localhost:3000",
      REGISTRY: "My_Aust",
      DATABASE_URL: "",
    });
  });

  test("treats an empty value as the default", () => {
    expect(readConfig({ PORT: "", SECRET: "" }).PORT).toBe(3000);
  });

  test("derives the public address from the port, unless it is given", () => {
    expect(readConfig({ PORT: "8080" }).PUBLIC_URL).toBe("http://localhost:8080");
    expect(readConfig({ PUBLIC_URL: "https://check.example.com/" }).PUBLIC_URL).toBe("https://check.example.com");
  });

  test("derives the sender of mails from the public address, unless it is given", () => {
    expect(readConfig({}).MAIL_FROM).toBe("no-reply@localhost");
    expect(readConfig({ PUBLIC_URL: "https://check.example.com:8443" }).MAIL_FROM).toBe("no-reply@check.example.com");
    expect(readConfig({ PUBLIC_URL: "http://192.0.2.7:3000" }).MAIL_FROM).toBe("no-reply@localhost");
    expect(readConfig({ PUBLIC_URL: "http://[2001:db8::7]" }).MAIL_FROM).toBe("no-reply@localhost");
    expect(readConfig({ MAIL_FROM: "papers@example.com" }).MAIL_FROM).toBe("papers@example.com");
  });

  test.each([
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "check.example.com"],
    ["PUBLIC_URL", "https://example.com/check"],
    ["SECRET", "too short"],
    ["SECRET", `${"x".repeat(40)},short`],
    ["DATABASE_URL", "mysql://localhost"],
    ["DATABASE_URL", "postgres://user:password@one:5432,two/attestry"],
    ["DATABASE_URL", "postgres://db/attestry?pgbouncer=yes"],
    ["BLOB_URL", "ftp://blobs"],
    ["BLOB_URL", "s3://s3.example.com/documents"],
    ["BLOB_URL", "s3://key:secret@s3.example.com"],
    ["BLOB_URL", "s3://key:sec/ret@s3.example.com/documents"],
    ["BLOB_URL", "s3://key:100%@s3.example.com/documents"],
    ["BLOB_URL", "s3://key:secret@s3.example.com/documents?tls=maybe"],
    ["BLOB_URL", "s3://key:secret@s3.example.com/documents?Region=eu"],
    ["BLOB_URL", "s3://key:secret@s3.example.com/documents/.hidden"],
    ["DATABASE_URL", "postgres://site:5/5@db/attestry"],
    ["DATABASE_URL", "file://attestry.db"],
    ["BLOB_URL", "file:///mnt/a%2Fb"],
    ["TRUSTED_PROXIES", "10.0.0.0/99"],
    ["ADMIN_EMAIL", "the boss"],
    ["TRUSTED_PROXIES", "my-proxy"],
    ["COUNTRY_HEADER", "CF IPCountry"],
    ["METRICS_TOKEN", "short"],
    ["SLOW_QUERY_MS", "soon"],
    ["SLOW_QUERY_MS", "-1"],
    ["REGISTRY", "My Aust"],
    ["WORDING", "rude"],
    ["OFFLINE_PAGE", "on"],
    ["SMTP_URL", "mail.example.com"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtps://mail.example.com?tls.rejectUnauthorized=false"],
    ["SMTP_URL", "smtp://user:100%@mail.example.com"],
    ["MAIL_FROM", "Attestry <no-reply@example.com>"],
    ["MAIL_FROM", "a@example.com\nBcc: b@example.com"],
  ])("refuses %s=%s in one sentence that names the setting", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartRefused);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is not valid: it must be [^.]+.*\\.$`));
  });
});

test.each([
  "",
  "UTC",
  "Asia/Dhaka",
  "Asia/Dacca",
  ":Asia/Dhaka",
  "posix/Asia/Dhaka",
  "UTC-6",
  "Etc/GMT-6",
  "utc",
  "UTC0",
  "gmt-0",
])("takes the time zone %j, as Node does", (TZ) => {
  expect(settingWarnings({ TZ })).toEqual([]);
});

test.each(["Dhaka", "asia/dhaka", "+06:00", ":/etc/localtime", "/usr/share/zoneinfo/Europe/Berlin", "posixrules"])(
  "only warns of the time zone %j, so that a site that ran with it starts in a newer version",
  (TZ) => {
    expect(() => readConfig({ TZ })).not.toThrow();
    expect(settingWarnings({ TZ })).toEqual([expect.stringMatching(/^TZ .* same capitals as in Asia\/Dhaka\.$/)]);
  },
);

const secret = "0123456789abcdefghijklmnopqrstuvwxyzABCDE";

test.each([
  ["TRUSTED_PROXIES", "10.0.0.1,0.0.0.0/0", /^TRUSTED_PROXIES has 0\.0\.0\.0\/0, in which strangers are: they can/],
  ["TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1", / has 0\.0\.0\.0\/1 and 128\.0\.0\.0\/1, /],
  ["TRUSTED_PROXIES", "::/0", / has ::\/0, /],
  ["TRUSTED_PROXIES", "::ffff:0:0/96", / has ::ffff:0:0\/96, /],
  ["TRUSTED_PROXIES", "127.0.0.1,::1/64", / has ::1\/64, /],
  ["TRUSTED_PROXIES", "2000::/3", / has 2000::\/3, /],
  ["PUBLIC_URL", "https://user:planted@x.example", /^Only https:\/\/x\.example of PUBLIC_URL has an effect/],
  ["PUBLIC_URL", "https://x.example?lang=bn", /^Only https:\/\/x\.example of PUBLIC_URL /],
  ["PUBLIC_URL", "https://x.example/#planted", /^Only https:\/\/x\.example of PUBLIC_URL /],
  ["PUBLIC_URL", "https://x.example.", /^No request has the host x\.example\. of PUBLIC_URL/],
  ["PUBLIC_URL", "https://*.x.example", /^No request has the host \*\.x\.example of PUBLIC_URL/],
  ["DATA_DIR", "~/data", /^DATA_DIR .* no ~, no variable/],
  ["DATA_DIR", "$HOME/data", /^DATA_DIR .* no ~, no variable/],
  ["DATA_DIR", "file:///srv/data", /^DATA_DIR .* no file:\/\//],
  ["DATA_DIR", "'/srv/data'", /^The quotation marks around DATA_DIR count as a part of it/],
  ["DATA_DIR", "/srv/data ", /^The spaces around DATA_DIR count/],
  ["MAIL_FROM", "'a@example.com'", /^The quotation marks around MAIL_FROM/],
  ["METRICS_TOKEN", `${secret} `, /^The spaces around METRICS_TOKEN/],
  ["DATABASE_URL", "postgres://a:planted@db/x?sslmod=require&SSL=1", /^In DATABASE_URL these .*: sslmod, SSL\.$/],
  ["DATABASE_URL", "postgres://a:1?planted@db/x", /^In DATABASE_URL these .*: what follows \?\.$/],
  ["DATABASE_URL", "postgres://a:1@db/x#planted", /^In DATABASE_URL these .*: what follows #\.$/],
  ["DATABASE_URL", "file:///srv/a.db?mode=ro", /^What follows \? or # in DATABASE_URL has no effect\. .* %3F/],
  ["BLOB_URL", "file:///srv/a#b", /^What follows \? or # in BLOB_URL/],
  ["BACKUP_URL", "file:///srv/b?keep=7d", /^What follows \? or # in BACKUP_URL/],
  [
    "ADMIN_EMAIL_FILE",
    "/run/secrets/email",
    /^ADMIN_EMAIL_FILE .* only secrets can be in files\. Set ADMIN_EMAIL itself\.$/,
  ],
  ["NODE_EXTRA_CA_CERTS", import.meta.filename, /^The file of NODE_EXTRA_CA_CERTS has no certificate/],
])(
  "a site starts with %s=%s, as version 1.0 did, and one sentence names what it does not do",
  (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
    expect(settingWarnings({ [name]: value })).toEqual([expect.stringMatching(sentence)]);
    expect(settingWarnings({ [name]: value }).join()).not.toContain("planted");
  },
);

test("nothing is said of values that do what they say", () => {
  const given = {
    HOST: "0.0.0.0",
    PUBLIC_URL: "https://check.example.com:8443/",
    DATA_DIR: "/srv/attestry data/100%",
    DATABASE_URL:
      "postgres://a:b%3Fc%23@/x?host=/run/postgresql&sslmode=verify-full&sslrootcert=/a.crt&options=-c%20a%3Db",
    BLOB_URL: "s3://key:secret@s3.example.com/documents?region=eu&tls=off",
    BACKUP_URL: "file:///srv/100%25/%3F",
    SECRET: secret,
    UPLOAD_KEY: "3f9a63f9a1c0d2e4",
    METRICS_TOKEN: "b7e151628aed2a6a",
    TRUSTED_PROXIES: "10.0.0.0/8,172.16.0.0/12,fc00::/7,fe80::/10,2a06:98c0::/29,104.16.0.0/13,::1,64:ff9b::a00:1",
    MAIL_FROM: "o'neil@example.com",
    PATH: '"quoted"',
  };
  expect(() => readConfig(given)).not.toThrow();
  expect(settingWarnings(given)).toEqual([]);
});

test("only warns of authorities that cannot be read, because 1.0.0 started without them", () => {
  const given = { NODE_EXTRA_CA_CERTS: "/nowhere/root.crt" };
  expect(() => readConfig(given)).not.toThrow();
  expect(settingWarnings(given)).toEqual([
    "The file of NODE_EXTRA_CA_CERTS cannot be read, so its certificates are not trusted: it does not exist (/nowhere/root.crt).",
  ]);
});

test("the list of settings shows the source of each value, and no secret", () => {
  const planted = "a secret that nobody may read here!";
  const secrets = {
    SECRET: planted,
    DATABASE_URL: `postgres://user:${planted.replaceAll(" ", "")}@db/attestry`,
    BLOB_URL: `s3://key:${planted.replaceAll(" ", "")}@s3.example.com/documents`,
    ADMIN_PASSWORD: planted,
    SMTP_URL: `smtp://user:${planted}@mail`,
    UPLOAD_KEY: planted,
    METRICS_TOKEN: planted,
  };
  const lines = describeConfig({ ...secrets, PORT: "8080" });
  expect(JSON.stringify(lines)).not.toContain("nobody");
  expect(lines.find(({ name }) => name === "PORT")).toMatchObject({ value: "8080", source: "environment" });
  expect(lines.find(({ name }) => name === "HOST")).toMatchObject({ value: "127.0.0.1", source: "default" });
  expect(lines.every(({ about }) => about !== "")).toBe(true);
});

test("docs/operator/settings.md describes every setting as attestry config does, with its default", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../docs/operator/settings.md"), "utf8");
  const lines = describeConfig({}).map(({ name, value, about }) => {
    const hasNoDefault = ["", "(not set)"].includes(value) || about.includes("Default:");
    return `- \`${name}\`: ${about}${hasNoDefault ? "" : ` Default: \`${value.replace(process.cwd(), ".")}\`.`}`;
  });
  expect(page).toContain(`## All settings\n\n${lines.join("\n")}\n\n#`);
});

test("a secret may be in a file, but not in two places", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "attestry-config-")), "token");
  onTestFinished(() => rmSync(path.dirname(file), { recursive: true }));
  writeFileSync(file, "a token of some length\n");
  expect(readConfig({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe("a token of some length");
  const line = describeConfig({ METRICS_TOKEN_FILE: file }).find(({ name }) => name === "METRICS_TOKEN");
  expect(line).toMatchObject({ value: "(set, not shown)", source: "file" });
  expect(() => readConfig({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: "x".repeat(20) })).toThrow(
    "Give METRICS_TOKEN or METRICS_TOKEN_FILE, not both.",
  );
  expect(() => readConfig({ METRICS_TOKEN_FILE: "/no/such/file" })).toThrow(
    "METRICS_TOKEN_FILE is not valid: /no/such/file cannot be read (it does not exist). It must be a file that this user may read.",
  );
});

test("proxies are trusted by address and by range; a country header needs them", () => {
  const list = trustedProxies(readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,2001:db8::/32" }));
  expect(list.check("10.9.8.7", "ipv4")).toBe(true);
  expect(list.check("192.0.2.8", "ipv4")).toBe(false);
  expect(list.check("2001:db8::1", "ipv6")).toBe(true);
  expect(() => readConfig({ COUNTRY_HEADER: "CF-IPCountry" })).toThrow("COUNTRY_HEADER needs TRUSTED_PROXIES");
});

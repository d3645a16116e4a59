import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironmentFile } from "../../tools/ready/unit-environment.mjs";

const example = (name: string) => readFileSync(path.join(import.meta.dirname, "../../deploy", name), "utf8");

function written(name: string, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "attestry-service-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

/** What systemd 252 made of these lines, in the environment of a service. */
const asSystemdReads = {
  "# DATA_DIR=/nowhere\n; DATA_DIR=/nowhere\nDATA_DIR=/srv/site": { DATA_DIR: "/srv/site" },
  "MAIL FROM=x\nexport EXPORTED=1\n1BAD=2\n=3\nwithout": {},
  "SPACES =  v w  \r\nEMPTY=": { SPACES: "v w", EMPTY: "" },
  "QUOTED='a b' \"c\"d": { QUOTED: "a bcd" },
  'WITHIN=a"b"c\nNOTE=x=y; # it\'s': { WITHIN: 'a"b"c', NOTE: "x=y; # it's" },
  'ESCAPED=a\\ b\\\nc\nIN_QUOTES="x\\"y \\$z \\q"': { ESCAPED: "a bc", IN_QUOTES: 'x"y $z \\q' },
  'LINES="one\ntwo"\nSHELL=$HOME`id`&tls=off': { LINES: "one\ntwo", SHELL: "$HOME`id`&tls=off" },
  "OPEN='never closed": { OPEN: "never closed" },
};

test.each(Object.entries(asSystemdReads))(
  "commands on the server read the settings %j as the service does",
  (text, read) => {
    expect(readEnvironmentFile(text)).toEqual(read);
  },
);

test("commands on the server have the environment of the unit alone: of its files before that of the unit, nothing of the shell", async () => {
  const settings = written("attestry.env", "DATA_DIR=/srv/site\nMAIL_FROM=no-reply@example.com");
  const shown = [
    "LoadState=loaded",
    `User=${userInfo().username}`,
    'Environment=DATA_DIR=/var/lib/attestry "PUBLIC_URL=https://check.example.com" REGISTRY=Office',
    `EnvironmentFiles=${settings} (ignore_errors=no)`,
    "EnvironmentFiles=/nowhere/more.env (ignore_errors=yes)",
  ];
  // Systemd runs on few of the machines that run these tests.
  const systemctl = written("systemctl", `#!/bin/sh\ncat <<'END'\n${shown.join("\n")}\nEND\n`);
  await chmod(systemctl, 0o755);
  const PATH = `${path.dirname(systemctl)}:${process.env["PATH"]}`;
  const run = () => {
    const given = {
      encoding: "utf8",
      env: { PATH, DATA_DIR: "/of/the/shell", SMTP_URL: "smtp://of-the-shell" },
    } as const;
    return spawnSync(process.execPath, ["tools/as-service.mjs", "config"], given);
  };
  const { status, stdout } = run();
  expect(status).toBe(0);
  const given = [...stdout.matchAll(/^(\S+) +(.*?) +\[environment\]$/gm)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(given)).toEqual({
    DATA_DIR: "/srv/site",
    PUBLIC_URL: "https://check.example.com",
    MAIL_FROM: "no-reply@example.com",
    REGISTRY: "Office",
  });
  await rm(settings);
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("attestry.env") });
});

test("the systemd units are valid, and the service restricts what the service may do", async ({ annotate }) => {
  const unit = written("attestry.service", example("attestry.service").replace("/usr/bin/node", process.execPath));
  const analyze = (...args: string[]) => spawnSync("systemd-analyze", [...args, unit], { encoding: "utf8" });
  const verified = analyze("verify", "--man=no");
  if (verified.error) {
    await annotate("systemd is not installed here: the unit in deploy/ was not tried");
    return;
  }
  expect(verified).toMatchObject({ status: 0, stdout: "", stderr: "" });
  const check = example("attestry-verify.service").replace("/usr/local/bin/attestry", process.execPath);
  const units = [written("attestry-verify.service", check), path.resolve("deploy/attestry-verify.timer")];
  const others = spawnSync("systemd-analyze", ["verify", "--man=no", ...units], { encoding: "utf8" });
  expect(others).toMatchObject({ status: 0, stdout: "", stderr: "" });
  // The highest exposure allowed, in tenths. A service without restrictions has 100.
  expect(analyze("security", "--offline=yes", "--threshold=20").status).toBe(0);
});

test("Prometheus reads the alert rules: none fires for a site that is well, each fires for its fault", async ({
  annotate,
}) => {
  const promtool = (...args: string[]) => spawnSync("promtool", args, { encoding: "utf8" });
  const checked = promtool("check", "rules", "deploy/alerts.yml");
  if (checked.error) {
    await annotate("Prometheus is not installed here: the alerts in deploy/ were not tried");
    return;
  }
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining("15 rules found") });
  const tried = promtool("test", "rules", "test/house/alert-rules.yml");
  expect(`${tried.stdout}${tried.stderr}`).toContain("SUCCESS");
  expect(tried.status).toBe(0);
});

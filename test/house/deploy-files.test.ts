import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const example = (name: string) => readFileSync(path.join(import.meta.dirname, "../../deploy", name), "utf8");

function written(name: string, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "attestry-service-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

test("the attestry command on the server reads the settings of the service, special characters included", () => {
  const values = {
    PUBLIC_URL: "https://check.example.com",
    BLOB_URL: "s3://key:$HOME`id`@store/bucket?region=eu&tls=off",
    SECRET: "x=y; # it's one",
    MAIL_FROM: "no-reply@example.com",
  };
  const settings = written(
    "attestry.env",
    `# DATA_DIR=/nowhere\nPUBLIC_URL='${values.PUBLIC_URL}'\nBLOB_URL=${values.BLOB_URL}\n\nSECRET="${values.SECRET}"\nMAIL_FROM=${values.MAIL_FROM}`,
  );
  const command = example("attestry")
    .replace("/etc/attestry.env", settings)
    .replace("/opt/attestry", path.dirname(settings))
    .replace(/exec setpriv .*/, `exec "${process.execPath}" -p "JSON.stringify(process.env)"`);
  const { stdout, stderr } = spawnSync("sh", [written("attestry", command)], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({ ...values, DATA_DIR: "/var/lib/attestry" });
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

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const operating = readFileSync(path.join(import.meta.dirname, "../../docs/operating.md"), "utf8");
const example = /```nginx\n([\s\S]*?)```/.exec(operating)?.[1] ?? "";

/** Every value of a directive, wherever it stands. */
const valuesOf = (directive: string) =>
  [...example.matchAll(new RegExp(`^\\s*${directive} (.*);$`, "gm"))].map(([, value = ""]) => value);

test("the example for nginx takes every body that the program takes, and passes it on as it comes", () => {
  expect(valuesOf("client_max_body_size").map((size) => Number(/^(\d+)m$/.exec(size)?.[1]))).toEqual([160]);
  expect(valuesOf("proxy_request_buffering")).toEqual(["off"]);
  expect(valuesOf("proxy_max_temp_file_size")).toEqual(["0"]);
});

test("the example for nginx keeps connections for less long than the program does", () => {
  expect(valuesOf("proxy_http_version")).toEqual(["1.1"]);
  expect(valuesOf("proxy_set_header")).toContain('Connection ""');
  expect(valuesOf("keepalive_timeout")).toEqual(["4s"]);
  expect(valuesOf("proxy_pass")).toEqual(["http://attestry"]);
});

const nginx = (process.env["PATH"] ?? "")
  .split(":")
  .concat("/usr/sbin")
  .map((folder) => path.join(folder, "nginx"))
  .find((file) => existsSync(file));

test("the example for nginx is read by nginx, where that is installed", async ({ annotate }) => {
  const opened = [...example].filter((sign) => sign === "{").length;
  expect([...example].filter((sign) => sign === "}")).toHaveLength(opened);
  if (!nginx) {
    await annotate("nginx is not installed here: only the braces of its example were checked");
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "attestry-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Certificate and logs are the operator's.
  const ours = example
    .replaceAll(/^\s*ssl_certificate.*$/gm, "")
    .replace("listen 443 ssl", "listen 127.0.0.1:18443")
    .replaceAll("/var/log/nginx/", `${folder}/`);
  const config = path.join(folder, "nginx.conf");
  writeFileSync(config, `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${ours}\n}\n`);
  execFileSync(nginx, ["-t", "-q", "-c", config, "-p", folder], { stdio: "pipe" });
});

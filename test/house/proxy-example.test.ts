import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pageTable } from "#web/pages.ts";

// test/server/proxies.test.ts runs the examples where nginx and Caddy are installed.
const example = readFileSync(path.join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");

/** Returns all values of a directive, from the whole file. */
const valuesOf = (directive: string) =>
  [...example.matchAll(new RegExp(`^\\s*${directive} (.*);$`, "gm"))].map(([, value = ""]) => value);

test("the nginx example accepts every body size that the program accepts, and streams bodies without buffering", () => {
  expect(valuesOf("client_max_body_size").map((size) => Number(/^(\d+)m$/.exec(size)?.[1]))).toEqual([160, 1100, 1100]);
  expect(valuesOf("proxy_request_buffering")).toEqual(["off"]);
  expect(valuesOf("proxy_max_temp_file_size")).toEqual(["0"]);
});

test("the nginx example closes idle connections to the program sooner than the program does", () => {
  expect(valuesOf("proxy_http_version")).toEqual(["1.1"]);
  expect(valuesOf("proxy_set_header")).toContain('Connection ""');
  expect(valuesOf("keepalive_timeout")).toEqual(["4s"]);
  expect(new Set(valuesOf("proxy_pass"))).toEqual(new Set(["http://attestry"]));
});

test("the nginx example has a long timeout for paths that take files, and a short one for all others", () => {
  const [short, long] = valuesOf("proxy_read_timeout");
  expect([short, long]).toEqual(["10s", "10m"]);
  const slow = new RegExp(/location ~ (\S+) \{[^}]*10m/.exec(example)?.[1] ?? "");
  const withFiles = pageTable.filter((page) => page.takesFiles).map(({ path: address }) => address);
  expect(withFiles.length).toBeGreaterThan(3);
  for (const address of [...withFiles, "/images"]) expect(address).toMatch(slow);
  for (const address of ["/", "/result/A1234567", "/images/1", "/news"]) expect(address).not.toMatch(slow);
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// test/server/proxies.test.ts tries the examples where their programs are installed.
const example = readFileSync(path.join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");

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

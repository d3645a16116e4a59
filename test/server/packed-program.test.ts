import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { drawnDocument } from "../support/documents.ts";
import { attestry } from "../support/command.ts";
import { attestryProcess } from "../support/processes/command.ts";
import { startServer } from "../support/processes/server.ts";
import { goodPassword } from "../support/accounts/fresh-accounts.ts";

const key = "a key for other programs";

test("the packed program is ASCII, because Node needs twice the memory for the source of any other file", async () => {
  const folder = path.join(import.meta.dirname, "../../build/program");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const sources = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  const others = files.filter((_, at) => /[\u0080-\uffff]/.test(sources[at] ?? ""));
  // A comment with the name of an author, which a licence requires.
  expect(others).toEqual([expect.stringMatching(/^otpauth\./)]);
});

// All other tests of this folder run the packed program on SQLite.
test("the packed program also takes documents and serves pages and images on PostgreSQL", async () => {
  // A site with an admin prints no setup link to standard error.
  const owner = { ADMIN_EMAIL: "admin@agency.example", ADMIN_PASSWORD: goodPassword };
  const environment = { ...(await freshEnvironment("postgres")), ...owner, UPLOAD_KEY: key };
  await using server = await startServer(environment);
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(await drawnDocument())]));
  const upload = await fetch(`${server.url}/images?key=${encodeURIComponent(key)}`, { method: "POST", body: form });
  expect(upload.status).toBe(201);
  const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(await upload.json());

  const portal = await openForTest(environment);
  const { passportNumber, name } = await addTestRecord(portal, admin, { images: { workPermit: data.id } });
  const answer = await fetch(server.url, { method: "POST", body: new URLSearchParams({ number: passportNumber }) });
  const page = await answer.text();
  expect(page).toContain(name);
  const [, address = ""] = /"(\/images\/[^"]+)"/.exec(page) ?? [];
  const image = await fetch(server.url + address.replaceAll("&amp;", "&"));
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(server.errors()).toBe("");
});

test("the packed program prints what its command says, and ends with the exit code of the command", async () => {
  expect(await attestryProcess({}, ["help"])).toEqual(await attestry({}, ["help"]));
  expect(await attestryProcess({}, ["keys"])).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^Use /) });
  expect(await attestryProcess({ UPLOAD_KEY: "short" }, ["config"])).toMatchObject({ code: 1 });
});

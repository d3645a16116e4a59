import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import path from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { doctorHeader, doctorQuestion, readDoctorAnswer } from "#server/checks/doctor-question.ts";
import { admin } from "../support/accounts/people.ts";
import { Collector } from "../support/collector.ts";
import { whenFileEnds } from "../support/portals.ts";
import { freePort } from "../support/processes/free-port.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const examples = path.join(import.meta.dirname, "../../deploy");
const uploadKey = "PLANTED-key-of-programs";
const collector = await Collector.start();
whenFileEnds(() => collector[Symbol.asyncDispose]());
const { server, portal, environment } = await startSite({
  UPLOAD_KEY: uploadKey,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
});
const attestry = new URL(server.url).host.replace("localhost", "127.0.0.1");

type Proxy = { port: number; program: string; args: string[]; env?: Record<string, string> };

/** The example that operators copy, with ports and a folder of ours. */
const proxies: Record<string, (example: string, folder: string, port: number) => Promise<Proxy>> = {
  nginx: async (program, folder, port) => {
    const example = await readFile(path.join(examples, "nginx.conf"), "utf8");
    const site = example
      .replaceAll(/^\s*ssl_certificate.*$/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
      .replace("127.0.0.1:3000", attestry)
      .replaceAll("/var/log/nginx/", `${folder}/`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (of) => `${of}_temp_path ${folder}/${of};`,
    );
    const config = path.join(folder, "nginx.conf");
    await writeFile(
      config,
      `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}\n`,
    );
    return { port, program, args: ["-c", config, "-p", folder] };
  },
  caddy: async (program, folder, port) => {
    const example = await readFile(path.join(examples, "Caddyfile"), "utf8");
    const config = path.join(folder, "Caddyfile");
    await writeFile(config, example.replace("{\n", "{\n\tadmin off\n"));
    const env = {
      SITE: `http://127.0.0.1:${port}`,
      ATTESTRY: attestry,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    };
    return { port, program, args: ["run", "--config", config, "--adapter", "caddyfile"], env };
  },
};

const installed = (name: string) =>
  [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin"]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** Not from an address that is trusted: a proxy stands between. */
async function ask(
  port: number,
  address: string,
  { body, ...options }: RequestOptions & { body?: Buffer | string } = {},
) {
  const asking = request({ host: "127.0.0.1", localAddress: "127.0.0.2", port, path: address, ...options }).end(body);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  const names = answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  expect(names.filter((name, at) => names.indexOf(name) !== at && name !== "set-cookie")).toEqual([]);
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** 3 MB that take no time to draw. */
async function largeFile(): Promise<FormData> {
  const create = { width: 1000, height: 1000, channels: 3, background: "#123456" } as const;
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(await sharp({ create }).png({ compressionLevel: 0 }).toBuffer())]));
  return form;
}

test.for(Object.entries(proxies))(
  "behind %s, as its example says, the site is whole and no log knows a number",
  async ([name, configure], { annotate }) => {
    const program = installed(name);
    if (!program) {
      await annotate(`${name} is not installed here: its example in deploy/ was not tried`);
      return;
    }
    const folder = await mkdtemp(path.join(inject("scratch"), `${name}-`));
    const { port, args, env } = await configure(program, folder, await freePort());
    const child = spawn(program, args, {
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    });
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => (ok ? "it answers" : said),
        () => said,
      );
    await expect.poll(answers, { timeout: 20_000, interval: 50 }).toBe("it answers");

    expect(await ask(port, "/")).toMatchObject({ status: 200, text: expect.stringContaining("<h1") });
    const upload = await fetch(`http://127.0.0.1:${port}/images?key=${uploadKey}`, {
      method: "POST",
      body: await largeFile(),
    });
    expect(upload.status).toBe(201);
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(await upload.json());
    const passportNumber = `PLANTED${name.charCodeAt(0)}`;
    const record = await addTestRecord(portal, admin, { passportNumber, images: { workPermit: data.id } });
    const form = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
    const found = await ask(port, "/", { ...form, body: `number=${passportNumber}` });
    expect(found.text).toContain(record.name);
    const [, image = ""] = /"(\/images\/[^"]+)"/.exec(found.text) ?? [];
    expect(await ask(port, image.replaceAll("&amp;", "&"))).toMatchObject({
      status: 200,
      headers: { "content-type": "image/webp" },
    });
    for (const address of ["/result/PLANTED00", "/ircc/PLANTED00?name=PLANTED", "/PLANTED00", "/search?q=PLANTED00"]) {
      await ask(port, address);
    }

    const forged = {
      "X-Forwarded-For": "192.0.2.1",
      "X-Request-Id": "PLANTED00",
      traceparent: `00-${"7".repeat(32)}-${"1".repeat(16)}-01`,
      [doctorHeader]: doctorQuestion(portal.keyring, Date.now()),
    };
    const { headers } = await ask(port, "/healthz", { headers: forged });
    expect(readDoctorAnswer(portal.keyring, String(headers[doctorHeader.toLowerCase()]))?.client).toBe("127.0.0.2");

    const ofForged = () =>
      collector.spans.find((span) => JSON.stringify(span).includes(String(headers["x-request-id"])));
    await expect.poll(ofForged, { timeout: 5000 }).toBeDefined();
    expect([ofForged()?.parentSpanId, ofForged()?.traceId === "7".repeat(32)]).toEqual([undefined, false]);

    using database = new DatabaseSync(`${environment["DATA_DIR"]}/attestry.db`);
    database.prepare("update candidate set sealed = zeroblob(100) where id = ?").run(record.id);
    const broken = await ask(port, `/result/${passportNumber}`, { headers: { "X-Request-Id": "PLANTED00" } });
    const id = String(broken.headers["x-request-id"]);
    expect(broken.status).toBe(500);
    await expect.poll(() => server.log.at(-1)).toMatchObject({ error: "internal", request: id });

    child.kill("SIGTERM");
    await ended;
    const logs = (await readdir(folder)).filter((file) => file.endsWith(".log"));
    const written = said + (await Promise.all(logs.map((file) => readFile(path.join(folder, file), "utf8")))).join("");
    if (name === "nginx") expect(written).toContain(`"GET /result/..." 500 `);
    if (name === "nginx") expect(written).toContain(id);
    expect(written + JSON.stringify(server.log)).not.toMatch(/PLANTED|images\/\w/);
    expect(JSON.stringify(collector.spans)).not.toContain("PLANTED");
  },
);

import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import path from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { doctorHeader, doctorQuestion, readDoctorAnswer } from "#server/checks/doctor-question.ts";
import { admin } from "../support/accounts/people.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { freePort } from "../support/processes/free-port.ts";
import { startHaproxy } from "../support/processes/haproxy.ts";
import { startNginx } from "../support/processes/nginx.ts";
import { serve } from "../support/processes/serve.ts";
import { installed, startChildProgram, type ChildProgram } from "../support/processes/child-program.ts";
import { addTestRecord } from "../support/records.ts";
import { startSiteProcess } from "../support/site.ts";

const examples = path.join(import.meta.dirname, "../../deploy");
const host = "check.example.com";
const uploadKey = "PLANTED-key-of-programs";
const { server, portal, environment } = await startSiteProcess({
  PUBLIC_URL: `https://${host}`,
  UPLOAD_KEY: uploadKey,
});
const attestry = new URL(server.directUrl).host.replace("localhost", "127.0.0.1");

type Wanted = { folder: string; upstream: string; connections: number };
type Proxy = { program: ChildProgram; port: number; plainPort: number };

/** The examples that operators copy, with the test's own ports and folder. */
const proxies: Record<string, (wanted: Wanted) => Promise<Proxy>> = {
  nginx: async ({ folder, upstream, connections }) => {
    const program = await startNginx([upstream], { folder, certificate: localhostCertificate, connections });
    return { program, port: program.port, plainPort: program.plainPort };
  },
  caddy: async ({ folder, upstream }) => {
    const example = await readFile(path.join(examples, "Caddyfile"), "utf8");
    const config = path.join(folder, "Caddyfile");
    const [port, plainPort] = [await freePort(), await freePort()];
    const certificate = path.join(folder, "certificate.pem");
    const key = path.join(folder, "key.pem");
    await writeFile(certificate, localhostCertificate.cert);
    await writeFile(key, localhostCertificate.key);
    const own = `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n\thttps_port ${port}\n`;
    const site = `{$SITE:${host}} {\n`;
    await writeFile(config, example.replace("{\n", own).replace(site, `${site}\ttls ${certificate} ${key}\n`));
    const env = {
      ATTESTRY: upstream,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    };
    return {
      program: await startChildProgram("caddy", ["run", "--config", config, "--adapter", "caddyfile"], { env }),
      port,
      plainPort,
    };
  },
  haproxy: async ({ folder, upstream, connections }) => {
    const program = await startHaproxy([upstream], { folder, certificate: localhostCertificate, connections });
    return { program, port: program.port, plainPort: program.plainPort };
  },
};

type Question = RequestOptions & { body?: Buffer | string };

/** Runs the proxy until the test ends. `stop` ends it earlier and returns its output and logs. */
async function startProxy(name: string, upstream: string, connections = 64) {
  const start = proxies[name];
  if (!start) throw new Error(`there is no example for ${name}`);
  const folder = await mkdtemp(path.join(inject("scratch"), `${name}-`));
  const { program, port, plainPort } = await start({ folder, upstream, connections });
  onTestFinished(async () => {
    await program[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Sends a request to the proxy from an address that the site does not trust. */
  const ask = async (address: string, { body, ...options }: Question = {}) => {
    const asked = { host: "127.0.0.1", port, localAddress: "127.0.0.2", path: address, agent: false, ...options };
    const headers = { Host: host, ...options.headers };
    const asking =
      asked.port === plainPort
        ? request({ ...asked, headers })
        : secureRequest({ ...asked, headers, ca: localhostCertificate.cert, servername: "localhost" });
    const [answer] = (await once(asking.end(body), "response")) as [IncomingMessage];
    const names = answer.rawHeaders.filter((_, at) => at % 2 === 0).map((header) => header.toLowerCase());
    expect(names.filter((header, at) => names.indexOf(header) !== at && header !== "set-cookie")).toEqual([]);
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  };
  const answers = () =>
    ask("/healthz").then(
      ({ status }) => (status === undefined ? program.said() : "it answers"),
      () => program.said(),
    );
  await expect.poll(answers, { interval: 50 }).toBe("it answers");

  const stop = async () => {
    await program[Symbol.asyncDispose]();
    const logs = (await readdir(folder)).filter((file) => file.endsWith(".log"));
    return program.said() + (await Promise.all(logs.map((file) => readFile(path.join(folder, file), "utf8")))).join("");
  };
  return { ask, plainPort, stop, folder };
}

/** A picture that is almost as large as a file may be, and takes no time to draw. */
async function largeFile(): Promise<Question> {
  const create = { width: 2200, height: 2250, channels: 3, background: "#123456" } as const;
  return posted({ image: new Uint8Array(await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()) });
}

async function posted(files: Record<string, Uint8Array<ArrayBuffer>>): Promise<Question> {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files)) form.append(name, new Blob([bytes]));
  const sent = new Response(form);
  const headers = { "Content-Type": sent.headers.get("Content-Type") ?? "" };
  return { method: "POST", headers, body: Buffer.from(await sent.arrayBuffer()) };
}

/**
 * A larger body than any other form may have. The server can see that the archive is no ZIP only after receiving all of
 * it.
 */
const largeImport = () => posted({ table: Buffer.from("Passport\nPLANTED1"), scans: Buffer.alloc(170_000_000) });

const statusWithoutSite: Record<string, number> = { nginx: 500, caddy: 502, haproxy: 503 };

const lookups = ["/result/PLANTED00", "/ircc/PLANTED00?name=PLANTED", "/PLANTED00", "/search?q=PLANTED00"];

test.for(Object.keys(proxies))(
  "behind %s with the settings of its example, the whole site works and no log contains a number",
  async (name, { skip }) => {
    skip(!installed(name), `${name} is not installed here`);
    const { ask, plainPort, stop, folder } = await startProxy(name, attestry);
    // From now on, whoever writes a body to the disk fails.
    for (const part of ["client_body", "proxy"]) await rm(path.join(folder, part), { recursive: true, force: true });

    const home = await ask("/");
    expect(home).toMatchObject({ status: 200, text: expect.stringContaining("<h1") });
    expect(home.headers["strict-transport-security"]).toBe("max-age=31536000");
    const upload = await ask(`/images?key=${uploadKey}`, await largeFile());
    expect(upload.status).toBe(201);
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(upload.text));
    const passportNumber = `PLANTED${name.charCodeAt(0)}`;
    const record = await addTestRecord(portal, admin, { passportNumber, images: { workPermit: data.id } });
    const form = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
    const found = await ask("/", { ...form, body: `number=${passportNumber}` });
    expect(found.text).toContain(record.name);
    const [, image = ""] = /"(\/images\/[^"]+)"/.exec(found.text) ?? [];
    expect(await ask(image.replaceAll("&amp;", "&"))).toMatchObject({
      status: 200,
      headers: { "content-type": "image/webp" },
    });
    const part = await ask(image.replaceAll("&amp;", "&"), { headers: { Range: "bytes=0-9" } });
    expect([part.status, part.headers["content-length"]]).toEqual([206, "10"]);
    for (const address of lookups) await ask(address);
    const { token } = await signedIn(portal, server.url, "admin");
    const large = await largeImport();
    const asAdmin = { ...large.headers, Authorization: `Bearer ${token}` };
    const imported = await ask("/import", { ...large, headers: asAdmin });
    expect([imported.status, imported.text]).toEqual([422, expect.stringContaining("broken-archive")]);
    const plain = await ask("/result/PLANTED00", { port: plainPort });
    expect([plain.status, plain.headers.location]).toEqual([
      name === "caddy" ? 308 : 301,
      `https://${host}/result/PLANTED00`,
    ]);

    const forged = {
      "X-Forwarded-For": "192.0.2.1",
      "X-Request-Id": "PLANTED00",
      [doctorHeader]: doctorQuestion(portal.keyring, Date.now()),
    };
    const { headers } = await ask("/healthz", { headers: forged });
    expect(readDoctorAnswer(portal.keyring, String(headers[doctorHeader.toLowerCase()]))?.client).toBe("127.0.0.2");

    using database = openDatabaseFile(environment);
    database.prepare("update candidate set sealed = zeroblob(100) where id = ?").run(record.id);
    const broken = await ask(`/result/${passportNumber}`, { headers: { "X-Request-Id": "PLANTED00" } });
    const id = String(broken.headers["x-request-id"]);
    expect(broken.status).toBe(500);
    await expect.poll(() => server.log).toContainEqual(expect.objectContaining({ error: "internal", request: id }));

    const written = await stop();
    if (name === "nginx") expect(written).toContain(`"GET /result/..." 500 `);
    if (name === "nginx") expect(written).toContain(id);
    expect(written + JSON.stringify(server.log)).not.toMatch(/PLANTED|images\/\w/);

    // The site is down, and nginx has no connection left for a request: the worst case for a proxy's log.
    const without = await startProxy(name, `127.0.0.1:${await freePort()}`, 4);
    expect((await without.ask("/result/PLANTED00")).status).toBe(statusWithoutSite[name]);
    expect(await without.stop()).not.toContain("PLANTED");
  },
);

test("nginx with its example sends a single process further requests after one that the process did not answer", async ({
  skip,
}) => {
  skip(!installed("nginx"), "nginx is not installed here");
  await using single = await serve(({ url }, answer) => void (url === "/broken" ? answer.destroy() : answer.end()));
  const { ask } = await startProxy("nginx", `127.0.0.1:${single.port}`);
  const statuses = [];
  for (const address of ["/broken", "/", "/", "/"]) statuses.push((await ask(address)).status);
  expect(statuses).toEqual([502, 200, 200, 200]);
});

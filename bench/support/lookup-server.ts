// A server in a process of its own: the portal's, the barest that does the same work, one that only answers, or one that
// reads, unseals and sends an image.
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { BlockList } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { readConfig } from "#config";
import { anonymous } from "#core/staff/actor.ts";
import { openPortal } from "#server/open-portal.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { serve } from "#server/server.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { barePostgresLookup, bareSqliteLookup, decrypt } from "./bare-lookup.ts";
import type { SealedImage } from "./published-scan.ts";
import type { LookupServerKind } from "./served-lookups.ts";

const noLimit = 1_000_000_000;
const limits = {
  freeMisses: noLimit,
  mostMisses: noLimit,
  calmMisses: noLimit,
  forgivenMisses: noLimit,
  freeWrongNames: noLimit,
};

const config = readConfig();
const host = "127.0.0.1";

async function portal(): Promise<string> {
  const opened = await openPortal(config, { limits });
  runJobs(opened, (error) => console.error(error));
  const parts = {
    portal: opened,
    pages: async () => new Response(null, { status: 404 }),
    log: pino({ level: "silent" }),
    publicOrigin: config.PUBLIC_URL,
    trustedProxies: new BlockList(),
    actorOf: async () => anonymous,
    uploadKey: config.UPLOAD_KEY,
  };
  return (await serve(parts, 0, host)).url.replace("localhost", host);
}

function bare(): Promise<string> {
  const keyring = openKeyring([config.SECRET]);
  const lookUp =
    config.DATABASE_URL === ""
      ? bareSqliteLookup(join(config.DATA_DIR, "attestry.db"), keyring)
      : barePostgresLookup(new pg.Pool({ connectionString: config.DATABASE_URL, max: 10 }), keyring);
  return listen((incoming, outgoing) => {
    const number = String(incoming.url).slice("/result/".length);
    void Promise.resolve(lookUp(number)).then((found) => {
      const body = JSON.stringify(found ?? {});
      outgoing.writeHead(found ? 200 : 404, {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      });
      outgoing.end(body);
    });
  });
}

/** As many bytes as an answer of ours. */
const answering = (bytes: number) =>
  listen((_, outgoing) => {
    const body = "x".repeat(bytes);
    outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": bytes }).end(body);
  });

const image = ({ file, key, place }: SealedImage) =>
  listen((_, outgoing) => {
    void readFile(file).then((sealed) => {
      const bytes = decrypt(Buffer.from(key, "hex"), place, sealed);
      outgoing.writeHead(200, { "Content-Type": "image/webp", "Content-Length": bytes.byteLength }).end(bytes);
    });
  });

function listen(listener: RequestListener): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer(listener).listen(0, host, () => {
    const address = server.address();
    resolve(`http://${host}:${typeof address === "object" && address ? address.port : 0}`);
  });
  return promise;
}

const kinds: Record<LookupServerKind, () => Promise<string>> = {
  portal,
  bare,
  answering: () => answering(Number(process.argv[3])),
  image: () => image(JSON.parse(String(process.argv[3])) as SealedImage),
};

process.on("disconnect", () => process.exit());
process.send?.(await kinds[process.argv[2] as LookupServerKind]());

// A server in its own process: the portal's, a minimal one that does the same work, or one that only answers.
import { BlockList } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { readConfig } from "#config";
import { anonymous } from "#core/accounts/actor.ts";
import { openPortal } from "#server/open-portal.ts";
import { serve as serveBare } from "#test/support/processes/serve.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { openLog } from "#server/log.ts";
import { serve } from "#server/server.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { barePostgresLookup, bareSqliteLookup } from "./bare-lookup.ts";
import type { LookupServerKind } from "./served-lookups.ts";

const noLimit = 1_000_000_000;
const limits = {
  freeMisses: noLimit,
  maxMisses: noLimit,
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
    log: openLog("silent"),
    publicOrigin: config.PUBLIC_URL,
    trustedProxies: new BlockList(),
    actorOf: async () => anonymous,
    uploadKey: config.UPLOAD_KEY,
  };
  return (await serve(parts, { port: 0, host })).url.replace("localhost", host);
}

async function bare(): Promise<string> {
  const keyring = openKeyring([config.SECRET]);
  const lookUp =
    config.DATABASE_URL === ""
      ? bareSqliteLookup(join(config.DATA_DIR, "attestry.db"), keyring)
      : barePostgresLookup(new pg.Pool({ connectionString: config.DATABASE_URL, max: 10 }), keyring);
  const { url } = await serveBare((incoming, outgoing) => {
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
  return url;
}

/** Answers with as many bytes as the portal. */
async function answering(bytes: number): Promise<string> {
  const body = "x".repeat(bytes);
  const { url } = await serveBare((_, outgoing) => {
    outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": bytes }).end(body);
  });
  return url;
}

const kinds: Record<LookupServerKind, () => Promise<string>> = {
  portal,
  bare,
  answering: () => answering(Number(process.argv[3])),
};

process.on("disconnect", () => process.exit());
process.send?.(await kinds[process.argv[2] as LookupServerKind]());

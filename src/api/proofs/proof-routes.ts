import { hash } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { currentSigningKey, publicKeys } from "#operations/signing/signing-keys.ts";
import { formerIssuers } from "#operations/proofs/statements.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import { believedRegisters } from "#operations/registers/believed-registers.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Routes } from "../http/mount-call.ts";
import { parseLogPath } from "#verify/log-path.ts";
import { registersAddress } from "#verify/register.ts";
import { logPolicy } from "#operations/log/log-policy.ts";
import { readLogFile, readLogs } from "#operations/log/read-log.ts";

/** Pages of any site may read these responses: a statement is checked wherever its holder shows it. */
const open = { "Access-Control-Allow-Origin": "*" };
const headers = { ...open, "Cache-Control": "public, max-age=300" };

/**
 * Clients fetch the whole list, so that nobody learns which statement is checked. Caches keep it, but revalidate it
 * each time.
 */
const listHeaders = {
  ...headers,
  "Cache-Control": "public, no-cache",
  "Content-Type": "application/statuslist+jwt",
  Vary: "Accept",
};

/** Both formats of a status list that the draft knows. Clients that name neither get the JWT. */
const wantsOnlyCwt = (accept = "") =>
  accept.includes("application/statuslist+cwt") && !/statuslist\+jwt|application\/\*|\*\/\*/.test(accept);

/** Serves the status lists and the keys with which this site signs: RFC 7517, and the issuer metadata of SD-JWT VC. */
export function mountProofs(routes: Routes, { portal }: { portal: Portal }): void {
  const lists = new StatusLists(portal);

  routes.get("/.well-known/jwks.json", async (c) => {
    await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
    return c.json(await publicKeys(portal, portal.database.read), 200, headers);
  });

  routes.get("/.well-known/jwt-vc-issuer", async (c) => {
    await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
    const [settings, { keys, revoked_keys }, log, former_issuers] = await Promise.all([
      currentSettings(portal),
      publicKeys(portal, portal.database.read, "statement"),
      publicKeys(portal, portal.database.read, "log"),
      formerIssuers(portal),
    ]);
    const { name, licence, licenceRegister: licence_register } = settings.operator;
    const host = c.req.header("Host");
    // The address of now comes first: a site that moved from http to https has one host for both.
    const addresses = [portal.publicOrigin, ...former_issuers];
    const issuer = addresses.find((address) => address.endsWith(`://${host}`)) ?? portal.publicOrigin;
    return c.json(
      {
        issuer,
        ...(former_issuers.length > 0 && { former_issuers }),
        jwks: { keys },
        revoked_keys,
        log_keys: log.keys,
        revoked_log_keys: log.revoked_keys,
        log_policy: logPolicy(settings),
        operator: { name, licence, licence_register },
      },
      200,
      headers,
    );
  });

  routes.get(registersAddress, async (c) => {
    const registers = await believedRegisters(portal, await currentSettings(portal));
    const etag = `"${hash("sha256", JSON.stringify(registers), "base64url")}"`;
    if (c.req.header("If-None-Match") === etag) return c.body(null, 304, { ...headers, ETag: etag });
    return c.json({ registers }, 200, { ...headers, ETag: etag });
  });

  routes.get("/status-lists/:list", async (c) => {
    if (wantsOnlyCwt(c.req.header("Accept"))) throw new PortalError("no-such-format");
    const id = c.req.param("list");
    const list = /^\d{1,10}$/.test(id) ? await lists.read(Number(id)) : null;
    if (!list) throw new PortalError("not-found");
    const { token, etag } = list;
    const isKnown = c.req.header("If-None-Match") === etag;
    return new Response(isKnown ? null : token, {
      status: isKnown ? 304 : 200,
      headers: { ...listHeaders, ETag: etag },
    });
  });
}

const changing = { ...open, "Cache-Control": "public, max-age=5" };
const forGood = { ...open, "Cache-Control": "public, max-age=31536000, immutable" };

/** Serves the public log as C2SP tlog-tiles describes it. */
export function mountLogFiles(routes: Routes, { portal }: { portal: Portal }): void {
  routes.get("/log/logs.json", async (c) => c.json({ logs: await readLogs(portal) }, 200, changing));

  routes.get("/log/policy", async (c) => c.text(logPolicy(await currentSettings(portal)), 200, changing));

  routes.get("/log/*", async (c) => {
    const place = parseLogPath(c.req.path);
    const found = place && (await readLogFile(portal, place.generation, place.file));
    if (!place || found === null) throw new PortalError("not-found");
    if (typeof found === "string") {
      return c.body(found, 200, { ...changing, "Content-Type": "text/plain; charset=utf-8" });
    }
    const caching = place.generation === "newest" ? changing : forGood;
    return c.body(Buffer.from(found), 200, { ...caching, "Content-Type": "application/octet-stream" });
  });
}

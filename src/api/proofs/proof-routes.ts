import { PortalError } from "#core/errors.ts";
import type { Portal } from "#operations/portal.ts";
import { currentSigningKey, publicKeys } from "#operations/proofs/signing-keys.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { Routes } from "../http/mount-call.ts";

/** Pages of any site may read these responses: a statement is checked wherever its holder shows it. */
const headers = { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" };

/**
 * Clients fetch the whole list, so that nobody learns which statement is checked. Caches keep it, but revalidate it
 * each time.
 */
const listHeaders = { ...headers, "Cache-Control": "public, no-cache", "Content-Type": "application/statuslist+jwt" };

/** Serves the status lists and the keys with which this site signs: RFC 7517, and the issuer metadata of SD-JWT VC. */
export function mountProofs(routes: Routes, { portal }: { portal: Portal }): void {
  const lists = new StatusLists(portal);

  routes.get("/.well-known/jwks.json", async (c) => {
    await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
    return c.json(await publicKeys(portal, portal.database.read), 200, headers);
  });

  routes.get("/.well-known/jwt-vc-issuer", async (c) => {
    await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
    const [{ operator }, { keys, revoked_keys }, log] = await Promise.all([
      currentSettings(portal),
      publicKeys(portal, portal.database.read, "statement"),
      publicKeys(portal, portal.database.read, "log"),
    ]);
    const { name, licence, licenceRegister: licence_register } = operator;
    const issuer = portal.publicOrigin;
    return c.json(
      {
        issuer,
        jwks: { keys },
        revoked_keys,
        log_keys: log.keys,
        revoked_log_keys: log.revoked_keys,
        operator: { name, licence, licence_register },
      },
      200,
      headers,
    );
  });

  routes.get("/status-lists/:list", async (c) => {
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

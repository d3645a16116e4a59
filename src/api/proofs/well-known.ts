import type { Portal } from "#operations/portal.ts";
import { currentSigningKey, publicKeys } from "#operations/proofs/signing-keys.ts";
import { publicSettings } from "#operations/settings/current-settings.ts";
import type { Routes } from "../http/mount-call.ts";

/** Anybody's page may read it: a statement is checked wherever its holder shows it. */
const headers = { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" };

/** With which keys this site signs: RFC 7517, and the metadata of an issuer of SD-JWT VC. */
export function mountWellKnown(routes: Routes, { portal }: { portal: Portal }): void {
  routes.get("/.well-known/jwks.json", async (c) => {
    await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
    return c.json(await publicKeys(portal, portal.database.read), 200, headers);
  });

  routes.get("/.well-known/jwt-vc-issuer", async (c) => {
    await currentSigningKey(portal, "statement");
    const [{ operator }, { keys, revoked_keys }] = await Promise.all([
      publicSettings(portal),
      publicKeys(portal, portal.database.read, "statement"),
    ]);
    const { name, licence, licenceRegister: licence_register } = operator;
    const issuer = portal.publicOrigin;
    return c.json(
      { issuer, jwks: { keys }, revoked_keys, operator: { name, licence, licence_register } },
      200,
      headers,
    );
  });
}

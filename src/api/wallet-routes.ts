import { isPortalError } from "#core/errors.ts";
import { tokenMetadata, WalletRefusal } from "#core/holders/wallet.ts";
import { issueCredential, metadataForWallets, newNonce, takeOffer } from "#operations/holders/wallet.ts";
import { takePresentation } from "#operations/holders/ask-wallet.ts";
import { jsonAnswer, privateHeaders } from "./http/answers.ts";
import type { Routes } from "./http/mount-call.ts";
import { readForm, readJson } from "./http/read-input.ts";
import type { ApiParts } from "./route-env.ts";

const headers = { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300" };

/**
 * Lets a wallet take the credential that a holder offers it (OpenID4VCI 1.0, with a pre-authorised code), and show it to a
 * visitor of this site (OpenID4VP 1.0).
 */
export function mountWallet(routes: Routes, { portal }: ApiParts): void {
  routes.get("/.well-known/openid-credential-issuer", async (c) => {
    return c.json(await metadataForWallets(portal), 200, headers);
  });

  routes.get("/.well-known/oauth-authorization-server", (c) =>
    c.json(tokenMetadata(portal.publicOrigin), 200, headers),
  );

  routes.post("/wallet/token", (c) => answered(async () => takeOffer(portal, await readForm(c.env.incoming))));

  routes.post("/wallet/nonce", () => answered(async () => newNonce(portal)));

  routes.post("/wallet/credential", (c) =>
    answered(async () => {
      const [, token = ""] = /^Bearer (\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
      return issueCredential(portal, token, await readJson(c.env.incoming));
    }),
  );

  routes.post("/wallet/presentation", (c) =>
    answered(async () => {
      await takePresentation(portal, await readForm(c.env.incoming));
      return {};
    }),
  );
}

/** OAuth and OpenID4VCI have their own form of an error. */
async function answered(work: () => Promise<object>): Promise<Response> {
  try {
    return jsonAnswer(await work(), 200, privateHeaders);
  } catch (error) {
    if (error instanceof WalletRefusal)
      return refusal(error.code, error.code === "invalid_token" ? 401 : 400, error.description);
    if (isPortalError(error) && error.status < 500) return refusal("invalid_request", error.status, error.message);
    throw error;
  }
}

const refusal = (error: string, status: number, error_description?: string): Response =>
  jsonAnswer({ error, error_description }, status, {
    ...privateHeaders,
    ...(status === 401 && { "WWW-Authenticate": `Bearer error="${error}"` }),
  });

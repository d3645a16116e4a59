import { z } from "zod";
import { sessionCookie } from "#auth/cookies.ts";
import { allFeatures, isOn, isPartOf, type WithFeatures } from "#core/settings/features.ts";
import { calls, type DocumentedCall } from "../calls.ts";
import { componentSchemas } from "./json-schema.ts";
import { type Operation, operationOf } from "./operation.ts";

const about =
  "Look a record up, and keep records, as staff or as a program of theirs. Every failure is JSON with `error.id`; " +
  "the same answer, 404, stands for everything that a stranger may not know of. " +
  "Webhooks tell of changes in the form of Standard Webhooks. What the site signs is checked by the keys at `/.well-known/jwks.json` and `/.well-known/jwt-vc-issuer`, lists at " +
  "`/status-lists/{list}`, the public log at `/log/logs.json`, `/log/newest/checkpoint` and `/log/policy`.";

const ofStatements = " A lookup with `format=sd-jwt` answers `application/dc+sd-jwt`.";

const ofWallets =
  " Wallets begin at `/.well-known/openid-credential-issuer` and `/.well-known/oauth-authorization-server`.";

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** The API of a site as OpenAPI 3.1, made from the schemas that validate its requests. */
export function openApiDocument(publicOrigin: string, site: WithFeatures = { features: allFeatures }) {
  const paths: Record<string, Record<string, Operation>> = {};
  const description = [about, isOn(site, "statements") && ofStatements, isOn(site, "wallets") && ofWallets]
    .filter((part) => part !== false)
    .join("");
  for (const call of calls.filter((one) => isPartOf(site, one)))
    paths[call.path] = { ...paths[call.path], [call.method]: operationOf(asOn(site, call), publicOrigin) };
  return {
    openapi: "3.1.0",
    info: { title: "Attestry", version: "1", description },
    servers: [{ url: publicOrigin }],
    paths,
    components: { schemas: componentSchemas(), securitySchemes: securitySchemes(publicOrigin) },
  };
}

/** A lookup answers a statement only where the site makes some. */
function asOn(site: WithFeatures, { alsoGives, ...call }: DocumentedCall): DocumentedCall {
  if (alsoGives === undefined) return call;
  if (isOn(site, "statements")) return { ...call, alsoGives };
  const { format: _, ...inQuery } = call.inQuery.shape;
  return { ...call, inQuery: z.object(inQuery) };
}

const securitySchemes = (publicOrigin: string) => ({
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A key, or a token of `POST /jwt`. The word `Bearer` may be left out.",
  },
  uploadKey: { type: "apiKey", in: "query", name: "key", description: "The `UPLOAD_KEY` of this portal." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie(publicOrigin),
    description: "The session of who signed in with `POST /api/auth/sign-in/email`.",
  },
});

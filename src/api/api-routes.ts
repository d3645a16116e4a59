import { Hono } from "hono";
import { mountAccountCalls } from "./account-routes.ts";
import { mountDeskCalls } from "./desk-routes.ts";
import type { RouteEnv } from "./route-env.ts";
import { mountImportCalls } from "./import-routes.ts";
import type { Routes } from "./http/mount-call.ts";
import { mountNewsFeed } from "./news-feed.ts";
import { mountPublished } from "./proofs/published.ts";
import { mountLogFiles, mountProofs } from "./proofs/proof-routes.ts";
import { mountRecordCalls } from "./record-routes.ts";
import { mountReference, type ReferenceParts } from "./reference/reference-routes.ts";
import { mountSettingsCalls } from "./settings-routes.ts";
import { mountWallet } from "./wallet-routes.ts";

export function apiRoutes(parts: ReferenceParts): Routes {
  const routes = new Hono<RouteEnv>();
  mountRecordCalls(routes, parts);
  mountImportCalls(routes, parts);
  mountDeskCalls(routes, parts);
  mountSettingsCalls(routes, parts);
  mountAccountCalls(routes, parts);
  mountNewsFeed(routes, parts);
  mountProofs(routes, parts);
  mountPublished(routes, parts);
  mountWallet(routes, parts);
  mountLogFiles(routes, parts);
  mountReference(routes, parts);
  return routes;
}

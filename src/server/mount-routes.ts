import type { BlockList } from "node:net";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { authRoutes } from "#api/account-routes.ts";
import { apiRoutes } from "#api/api-routes.ts";
import { errorAnswer, privateHeaders } from "#api/http/answers.ts";
import { isSpeculative } from "#api/http/speculative.ts";
import { imageRoutes } from "#api/images/image-routes.ts";
import { readUploadFormOf } from "#api/images/upload-form.ts";
import { accessPolicies } from "#core/accounts/access-policies.ts";
import { lastKnown } from "#core/last-known.ts";
import { isPortalError, PortalError, refusedFor } from "#core/errors.ts";
import { readinessChecks } from "#operations/upkeep/check-ready.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { PrerenderedPage } from "#web/frame/page-headers.server.ts";
import type { Visitor } from "#web/frame/visit.server.ts";
import { type AccessEnv, checkAccess, findRoute } from "./access.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { metricsPath, noPage } from "./routes.ts";
import { isClearAddress } from "./checks/clear-address.ts";
import { clientAddress, clientCountry, lacksTrustedProxy } from "./checks/client-address.ts";
import { compressPage } from "./compressed.ts";
import { isCrossSiteLookup } from "./checks/cross-site-lookup.ts";
import { answerToDoctor, doctorHeader } from "./checks/doctor-question.ts";
import { expectFiles, limitForm } from "./checks/form-limit.ts";
import { type Log, logFailure } from "./log.ts";
import { isSameOrigin } from "./checks/origin-check.ts";
import { inProject } from "./project-folder.ts";

/** Answers page requests. A page refuses visitors whom its policy does not allow. */
export type Pages = (request: Request, visitor: Visitor) => Promise<Response | PrerenderedPage>;

export type AppParts = {
  portal: Portal;
  pages: Pages;
  /** Serves the built files. It runs before the pages. */
  files?: MiddlewareHandler;
  log: Log;
  /** The origin under which browsers reach the site. */
  publicOrigin: string;
  trustedProxies: BlockList;
  /** The header in which trusted proxies send a visitor's country. */
  countryHeader?: string | undefined;
  /** The key with which other programs may upload; "" if they may not. */
  uploadKey: string;
  /** Why this process cannot store backups at BACKUP_URL; null if it can. */
  backupProblem?: () => Promise<string | null>;
  /** The processes of this supervisor; present if there is one. */
  processes?: () => Promise<unknown[]>;
  /** Present if METRICS_TOKEN is set. */
  metrics?: Metrics | undefined;
};

/** Part of warnings in the operator's log. */
export const proxyAdvice =
  "all visitors share one address, so a single visitor who guesses numbers can block everybody. Set TRUSTED_PROXIES to the address of your proxy";

/** All routes, behind the checks that every request passes. While `isLeaving`, the process says that it is not ready. */
export function mountRoutes(parts: AppParts, isLeaving: () => boolean): Hono<AccessEnv> {
  const { portal, files, log } = parts;
  const app = new Hono<AccessEnv>();

  checkRequests(app, parts);

  app.get("/healthz", async (c) => {
    const toDoctor = await answerToDoctor(
      portal.keyring,
      parts.trustedProxies,
      c.env.incoming,
      parts.backupProblem ?? (async () => null),
    );
    // Without the database, nobody is staff.
    const isForStaff = await c.var.actor().then(accessPolicies.staff, () => false);
    return c.json(
      { status: "ok", ...(isForStaff && { version: portal.version, processes: await parts.processes?.() }) },
      200,
      toDoctor === null ? {} : { [doctorHeader]: toDoctor },
    );
  });

  const checks = readinessChecks(portal);
  const whileServing = async <Found>(check: () => Promise<Found>): Promise<Found> => {
    if (isLeaving()) throw refusedFor("the end of the process");
    return check();
  };
  app.get("/readyz", async (c) => c.json({ status: "ready", ...(await whileServing(checks.everything)) }));
  app.get("/readyz/lookups", async (c) => {
    await whileServing(checks.lookups);
    return c.json({ status: "ready" });
  });

  const { metrics } = parts;
  const textFormat = { ...privateHeaders, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };
  if (metrics) app.get(metricsPath, async (c) => c.body(await metrics.read(), 200, textFormat));

  const tokensFile = inProject("src/web/design/tokens.css");
  const referenceFile = inProject("src/api/reference/reference.css");
  app.route("/", apiRoutes({ ...parts, tokensFile, referenceFile }));
  if (files) app.use(files);
  app.route("/", imageRoutes({ ...parts, report: (error) => logFailure(log, error) }));
  app.use(limitForm);
  app.route("/", authRoutes(portal));
  app.all("*", (c) => pageResponse(c, parts));

  app.onError((error, c) => errorResponse(error, c, log));
  return app;
}

function checkRequests(app: Hono<AccessEnv>, parts: AppParts): void {
  const { portal, publicOrigin, trustedProxies, countryHeader, uploadKey, metrics } = parts;
  const mayIgnoreProxy = lacksTrustedProxy(publicOrigin, trustedProxies);
  let isWarned = false;
  app.use(async (c, next) => {
    if (!isClearAddress(c.env.incoming.url)) throw new PortalError("unclear-address");
    c.set("clientAddress", clientAddress(c.env.incoming, trustedProxies));
    c.set("country", clientCountry(c.env.incoming, trustedProxies, countryHeader));
    const ignoresProxy = mayIgnoreProxy && c.req.header("X-Forwarded-For") !== undefined;
    c.set("ignoresProxy", ignoresProxy);
    if (ignoresProxy && !isWarned)
      parts.log.warn(`X-Forwarded-For is sent by an address that is not trusted: ${proxyAdvice}`);
    isWarned ||= ignoresProxy;
    await next();
  });
  app.use(findRoute);
  if (!metrics) {
    app.use(metricsPath, async (c, next) => {
      c.set("route", noPage);
      await next();
    });
  }
  app.use(expectFiles(portal));

  app.use(async (c, next) => {
    const isOurs = isSameOrigin(c.req.method, c.req.raw.headers, publicOrigin);
    if (!isOurs && !isCrossSiteLookup(c.req.raw, c.var.route)) throw new PortalError("foreign-origin");
    c.set("isCrossSite", !isOurs);
    // Browsers may load pages ahead of time. A request that looks up or changes something must be sent by a person.
    if (c.req.method === "POST" && isSpeculative(c.env.incoming.headers)) throw new PortalError("not-ahead-of-time");
    await next();
  });

  // Without a database, pages still say so in their own words.
  const settings = lastKnown(() => currentSettings(portal));
  app.use(checkAccess(portal.accounts, { uploadKey, metricsToken: metrics?.token ?? "" }, settings));
}

async function pageResponse(c: Context<AccessEnv>, { pages, publicOrigin }: AppParts): Promise<Response> {
  const { route, ...visitor } = c.var;
  const page = await pages(c.req.raw, { ...visitor, page: route.path, readUploads: readUploadFormOf });
  return page instanceof Response ? page : compressPage(page, c.req.raw, publicOrigin);
}

function errorResponse(error: unknown, c: Context<AccessEnv>, log: Log): Response {
  const { status, body } = errorAnswer(error);
  logFailure(log, error);
  const headers = {
    "Cache-Control": "no-store",
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(isPortalError(error) && error.waitSeconds !== undefined && { "Retry-After": String(error.waitSeconds) }),
  };
  return c.json(body, status as ContentfulStatusCode, headers);
}

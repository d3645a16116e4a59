import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, BlockList } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PortalError } from "#core/errors.ts";
import { checkReady } from "#operations/check-ready.ts";
import type { Portal } from "#operations/portal.ts";
import type { Visitor } from "#web/frame/visit.server.ts";
import type { PrerenderedPage } from "#web/frame/prerendered-page.ts";
import { authRoutes } from "#api/account-routes.ts";
import { apiRoutes } from "#api/api-routes.ts";
import { imageRoutes } from "#api/images/image-routes.ts";
import { readUploadFormOf } from "#api/images/upload-form.ts";
import { lookupFastPath } from "#api/lookups/lookup-fast-path.ts";
import { announcesBody, cutWhenTooSlow } from "./body-patience.ts";
import { isCrossSiteLookup } from "./cross-site-lookup.ts";
import { clientAddress } from "./client-address.ts";
import { asSent, compressed } from "./compressed.ts";
import { errorAnswer } from "#api/http/answers.ts";
import { exceedsPipelining } from "./pipelining-limit.ts";
import { routeAt } from "./routes.ts";
import { hasFiles, limitForm } from "./form-limit.ts";
import { checkAccess, type AccessEnv } from "./access.ts";
import { listen } from "./listen.ts";
import type { Log } from "./log.ts";
import { comesFromOurselves } from "./origin-check.ts";
import { inProject } from "./project-folder.ts";

/** The web pages, which turn away whom the policy of the page does not let in. */
export type Pages = (request: Request, visitor: Visitor) => Promise<Response | PrerenderedPage>;

export type ServerParts = {
  portal: Portal;
  pages: Pages;
  /** Built files, which stand before the pages. */
  files?: MiddlewareHandler;
  log: Log;
  /** The origin under which browsers reach us. */
  publicOrigin: string;
  trustedProxies: BlockList;
  /** The key with which other programs may upload; "" where they may not. */
  uploadKey: string;
  /** A handler that comes before ours: the bundler's, in development. */
  before?: (incoming: HttpBindings["incoming"], outgoing: HttpBindings["outgoing"], next: () => void) => void;
};

export type RunningServer = AsyncDisposable & { url: string };

const stopPatienceMs = 8000;

/** Listens, and says where. Disposing lets what is in flight finish, then closes. */
export async function serve(parts: ServerParts, port: number, host: string): Promise<RunningServer> {
  const stopping = new AbortController();
  const everyAnswer = headersOfEveryAnswer(parts.publicOrigin);
  const routes = mountRoutes(parts, stopping.signal);
  const answer = getRequestListener(async (request, env) =>
    compressed(await routes.fetch(request, env), request, parts.publicOrigin),
  );
  const answersLookup = lookupFastPath({
    ...parts,
    headers: everyAnswer,
    clientAddress: (incoming) => addressOf(incoming, parts.trustedProxies),
    report: (error) => reportTo(parts.log, error),
  });
  const server = createServer(options, (incoming, outgoing) => {
    if (exceedsPipelining(incoming, outgoing)) return;
    if (stopping.signal.aborted) outgoing.shouldKeepAlive = false;
    const isRefused = isReading(incoming) && announcesBody(incoming);
    if (!isRefused && answersLookup(incoming, outgoing)) return;
    for (const [name, value] of everyAnswer) outgoing.setHeader(name, value);
    if (isRefused) return refuseBody(incoming, outgoing);
    cutWhenTooSlow(incoming, hasFiles(incoming));
    const respond = () => void answer(incoming, outgoing);
    if (parts.before) parts.before(incoming, outgoing, respond);
    else respond();
  });
  await listen(server, port, host);
  return { url: urlOf(server, host), [Symbol.asyncDispose]: () => stop(server, stopping) };
}

/** Set on the answer itself, so that none goes out without, whoever makes it. */
function headersOfEveryAnswer(publicOrigin: string): Map<string, string> {
  const headers = new Map([
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "same-origin"],
  ]);
  if (publicOrigin.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000");
  return headers;
}

const options = {
  // How long a client may take over its headers, checked often; bodies have a patience of their own.
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
  // Most requests have no body: none is waited for.
  optimizeEmptyRequests: true,
};

const addressOf = ({ socket, headers }: IncomingMessage, trusted: BlockList) =>
  clientAddress(socket.remoteAddress ?? "", joined(headers["x-forwarded-for"]), trusted);

const joined = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header);

const isReading = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** Nobody who reads has anything to send; it would be taken in without limit. */
function refuseBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(400, { Connection: "close" }).end(() => incoming.socket.destroySoon());
}

/** Every door, behind the one place that says who may come through it. */
export function mountRoutes(parts: ServerParts, stopping: AbortSignal): Hono<AccessEnv> {
  const { portal, pages, files, log, publicOrigin, trustedProxies, uploadKey } = parts;
  const app = new Hono<AccessEnv>();

  app.use(async (c, next) => {
    c.set("clientAddress", addressOf(c.env.incoming, trustedProxies));
    await next();
  });

  app.use(async (c, next) => {
    const isOurs = comesFromOurselves(c.req.method, c.req.raw.headers, publicOrigin);
    if (!isOurs && !isCrossSiteLookup(c.req.raw, routeAt(c.req.path))) throw new PortalError("foreign-origin");
    c.set("isCrossSite", !isOurs);
    await next();
  });

  app.use(checkAccess(portal.accounts, uploadKey));

  app.get("/healthz", (c) => c.json({ status: "ok" }));

  app.get("/readyz", async (c) => {
    if (stopping.aborted) throw new PortalError("unavailable");
    await checkReady(portal);
    return c.json({ status: "ready" });
  });

  app.route(
    "/",
    apiRoutes({
      ...parts,
      tokensFile: inProject("src/web/design/tokens.css"),
      referenceFile: inProject("src/api/reference/reference.css"),
    }),
  );

  if (files) app.use(files);

  app.route("/", imageRoutes({ ...parts, report: (error) => reportTo(log, error) }));

  app.use(limitForm);

  app.route("/", authRoutes(portal));

  app.all("*", async (c) => {
    const { clientAddress: address, from, signedIn, route, policy, isCrossSite } = c.var;
    const visitor = {
      clientAddress: address,
      from,
      signedIn,
      policy,
      page: route.path,
      isCrossSite,
      readUploads: readUploadFormOf,
    };
    const page = await pages(c.req.raw, visitor);
    return page instanceof Response ? page : asSent(page, c.req.raw, publicOrigin);
  });

  app.onError((error, c) => answerError(error, c, log));
  return app;
}

function answerError(error: unknown, c: Context<AccessEnv>, log: Log): Response {
  const { status, body } = errorAnswer(error);
  reportTo(log, error);
  const howToSignIn = status === 401 && { "WWW-Authenticate": "Bearer" };
  return c.json(body, status as ContentfulStatusCode, { "Cache-Control": "no-store", ...howToSignIn });
}

/** Writes down what went wrong on our side; what a visitor or a clerk did wrong is theirs to know. */
export function reportTo(log: Log, error: unknown): void {
  if (isBrokenOff(error)) return;
  const { body, report } = errorAnswer(error);
  if (report) log.error({ error: body.error.id, ...causeOf(error) }, "request failed");
}

/** Node says so of a request whose line broke, or whose sender hung up: nobody is left to answer. */
const isBrokenOff = (error: unknown) =>
  error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET";

/** Where it happened. Messages of foreign errors may quote what was typed, so they stay out of the log. */
function causeOf(error: unknown): { cause?: string; at?: string } {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(innermost instanceof Error)) return {};
  const at = innermost.stack?.split("\n").filter((line) => line.trim().startsWith("at ")) ?? [];
  const code = "code" in innermost ? ` ${String(innermost.code)}` : "";
  return { cause: `${innermost.name}${code}`, at: at.slice(0, 4).join(" ").replaceAll(/\s+/g, " ") };
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const shown = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}

async function stop(server: Server, stopping: AbortController): Promise<void> {
  stopping.abort();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // A connection falls idle when its answer is out, and would then be kept for a next request.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const lastResort = setTimeout(() => server.closeAllConnections(), stopPatienceMs);
  await promise;
  clearInterval(closing);
  clearTimeout(lastResort);
}

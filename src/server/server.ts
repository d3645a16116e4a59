import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { errorAnswer, jsonAnswer, privateHeaders } from "#api/http/answers.ts";
import { lookupFastPath } from "#api/lookups/lookup-fast-path.ts";
import { PortalError } from "#core/errors.ts";
import { formerIssuers } from "#operations/proofs/statements.ts";
import { clientAddress, clientCountry } from "./checks/client-address.ts";
import { compressResponse } from "./compressed.ts";
import { announcesBody, closeStalled, enforceBodyTimeout, exceedsPipelining } from "./checks/connection-limits.ts";
import { hostWarning, ownHostCheck } from "./checks/own-host.ts";
import { listen, type Place } from "./listen.ts";
import { type Log, logFailure } from "./log.ts";
import { type AppParts, mountRoutes } from "./mount-routes.ts";
import { requestIdHeader, requestIdOf, withRequestId } from "./request-id.ts";

export type ServerParts = AppParts & {
  /** A handler that runs first: the bundler's, in development. */
  before?: (incoming: HttpBindings["incoming"], outgoing: HttpBindings["outgoing"], next: () => void) => void;
  /** How long /readyz fails while requests are still answered. Two seconds by default. */
  leavingMs?: number;
  /** True if another process has taken the place of this one at the same address: to its end, it says that it is ready. */
  isReplaced?: () => boolean;
  /** How long a client may read nothing of a response. */
  stalledMs?: number;
};

export type RunningServer = AsyncDisposable & { url: string };

const stopTimeoutMs = 8000;
/** How long the last connections may take to arrive, and then to send their request. */
const lastMomentMs = 500;
/** On a busy machine, a client may send its next request this long after a response. */
const quietMs = 100;

const options = {
  // Clients are told the first time. The second one is for those that are late: a busy one would send its next request on a
  // connection that is closed already, and a POST is not sent again by itself.
  keepAliveTimeout: 5000,
  keepAliveTimeoutBuffer: 10_000,
  // How long a client may take to send its headers; checked every second. Bodies have their own timeout.
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
  // Most requests have no body: Node does not wait for one.
  optimizeEmptyRequests: true,
  // own-host.ts checks it.
  requireHostHeader: false,
};

/** Listens, and returns the address. Disposing finishes open requests, then closes the server. */
export async function serve(parts: ServerParts, place: Place): Promise<RunningServer> {
  const stopping = new AbortController();
  const commonHeaders = headersOfEveryResponse(parts.publicOrigin);
  const isReplaced = () => parts.isReplaced?.() === true;
  const routes = mountRoutes(parts, () => stopping.signal.aborted && !isReplaced());
  const respond = getRequestListener(
    async (request, env) => compressResponse(await routes.fetch(request, env), request, parts.publicOrigin),
    { errorHandler: (error) => failedResponse(error, parts.log) },
  );
  const respondsToLookup = lookupFastPath({
    ...parts,
    headers: commonHeaders,
    clientAddress: (incoming) => clientAddress(incoming, parts.trustedProxies),
    clientCountry: (incoming) => clientCountry(incoming, parts.trustedProxies, parts.countryHeader),
    report: (error) => logFailure(parts.log, error),
  });
  const ifOwnHost = openHostCheck(parts, commonHeaders);
  const answerAs = (id: string, incoming: HttpBindings["incoming"], outgoing: HttpBindings["outgoing"]) => {
    if (stopping.signal.aborted) outgoing.shouldKeepAlive = false;
    const hasUselessBody = isRead(incoming) && announcesBody(incoming);
    if (!hasUselessBody && respondsToLookup(incoming, outgoing, [requestIdHeader, id])) return;
    for (const [name, value] of commonHeaders) outgoing.setHeader(name, value);
    outgoing.setHeader(requestIdHeader, id);
    // No check would limit its length.
    if (hasUselessBody) return refuse(outgoing, () => incoming.socket.destroySoon());
    enforceBodyTimeout(incoming);
    const next = () => void respond(incoming, outgoing);
    if (parts.before) parts.before(incoming, outgoing, next);
    else next();
  };
  const answer = (incoming: HttpBindings["incoming"], outgoing: HttpBindings["outgoing"]) => {
    if (exceedsPipelining(incoming, outgoing)) return;
    parts.metrics?.countRequest(incoming, outgoing);
    const id = requestIdOf(incoming, parts.trustedProxies);
    withRequestId(id, () => ifOwnHost(id, incoming, outgoing, () => answerAs(id, incoming, outgoing)));
  };
  const intake: Intake = { closing: null };
  const server = createServer(options, (incoming, outgoing) => {
    if (intake.closing) void intake.closing.then(() => answer(incoming, outgoing));
    else answer(incoming, outgoing);
  });
  closeStalled(server, parts.stalledMs);
  await listen(server, place);
  const leave = () => stop(server, stopping, intake, isReplaced() ? 0 : parts.leavingMs);
  return { url: urlOf(server, place.host), [Symbol.asyncDispose]: leave };
}

/** Returns what calls `next` for requests that name the site, and refuses the others. */
function openHostCheck({ publicOrigin, portal, log }: ServerParts, commonHeaders: ReadonlyMap<string, string>) {
  const check = ownHostCheck(publicOrigin, () => formerIssuers(portal));
  const noteRefused = hostWarning((facts, advice) => log.warn(facts, advice));
  const refuse = (id: string, outgoing: ServerResponse, error: unknown) => {
    logFailure(log, error);
    noteRefused(error);
    const { status, body } = errorAnswer(error);
    for (const [name, value] of [...commonHeaders, ...Object.entries(privateHeaders)]) outgoing.setHeader(name, value);
    // Nobody reads a body that may follow.
    const headers = { [requestIdHeader]: id, "Content-Type": "application/json", Connection: "close" };
    outgoing.writeHead(status, headers).end(JSON.stringify(body));
  };
  const wait = async (checked: Promise<unknown>, id: string, outgoing: ServerResponse, next: () => void) => {
    const error = await checked.catch((failure: unknown) => failure);
    if (error === null) next();
    else refuse(id, outgoing, error);
  };
  return (id: string, incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
    const checked = check(incoming);
    // Lookups do not wait for a promise.
    if (checked === null) next();
    else if (checked instanceof PortalError) refuse(id, outgoing, checked);
    else void wait(checked, id, outgoing, next);
  };
}

/** For errors outside of the routes: the adapter cannot read the address, or compressing the response failed. */
function failedResponse(error: unknown, log: Log): Response {
  const known = error instanceof RequestError ? new PortalError("unclear-address", { cause: error }) : error;
  logFailure(log, known);
  const { status, body } = errorAnswer(known);
  return jsonAnswer(body, status, privateHeaders);
}

/** Set on Node's response itself, so that every response has them, no matter which code makes it. */
function headersOfEveryResponse(publicOrigin: string): Map<string, string> {
  const headers = new Map([
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "same-origin"],
  ]);
  if (publicOrigin.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000");
  return headers;
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const refuse = (outgoing: ServerResponse, then?: () => void): void =>
  void outgoing.writeHead(400, { Connection: "close" }).end(then);

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const shown = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}

/**
 * While the server prepares to refuse new connections, requests wait until it does. A client that gets its response
 * earlier would connect again at once, and its connection would be reset while it waits to be accepted.
 */
type Intake = { closing: Promise<void> | null };

/**
 * At first no request is refused: /readyz fails, unless the process was replaced, and each response ends its connection, so that load balancers and
 * clients leave. The last clients have a moment to send their request. Every connection that is open then is idle, or
 * ends with its response.
 */
async function stop(server: Server, stopping: AbortController, intake: Intake, leavingMs = 2000): Promise<void> {
  const lastResort = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
  stopping.abort();
  await delay(leavingMs);
  const refusing = Promise.withResolvers<void>();
  intake.closing = refusing.promise;
  await untilNobodyComes(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  // Closing an HTTP server would cut off connections that have not sent their first request yet.
  NetServer.prototype.close.call(server, () => resolve());
  refusing.resolve();
  const closing = setInterval(() => server.closeIdleConnections(), lastMomentMs);
  await promise;
  clearInterval(closing);
  clearTimeout(lastResort);
}

/**
 * Closing the server resets connections that wait to be accepted. So this waits until no connection has arrived for a
 * moment.
 */
async function untilNobodyComes(server: Server): Promise<void> {
  const start = performance.now();
  let lastAt = start;
  const note = () => void (lastAt = performance.now());
  server.on("connection", note);
  while (performance.now() - lastAt < quietMs && performance.now() - start < lastMomentMs) {
    await delay(5);
    // A connection that arrived while the timer ran is accepted before this callback.
    await setImmediate();
  }
  server.off("connection", note);
}

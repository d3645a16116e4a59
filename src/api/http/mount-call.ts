import type { Context, Hono } from "hono";
import type { z } from "zod";
import { isPortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Caller, SignedIn } from "#core/accounts/accounts.ts";
import { type Actor, anonymous } from "#core/accounts/actor.ts";
import { type AnswerHeader, type Call, routeOf, type Texts } from "../contract/call.ts";
import type { RouteEnv } from "../route-env.ts";
import { inSpecNames } from "../spec-names.ts";
import { jsonAnswer, privateHeaders } from "./answers.ts";
import { readQuery, readJson } from "./read-input.ts";
import { readRequestHeaders } from "./headers.ts";

export type Routes = Hono<RouteEnv>;

/** A request that the access policy allowed, read and validated as its call describes. */
type CallRequest<Path, Query, Sent> = {
  /** `anonymous` if anyone may call. */
  actor: Actor;
  signedIn: () => Promise<SignedIn | null>;
  caller: Caller;
  path: Path;
  /** `path` with the versions of `If-Match`. */
  target: Path & { expectedVersion: readonly number[] | undefined };
  query: Query;
  body: Sent;
  idempotencyKey: string | undefined;
};

type CallAnswer<Answer> = { answer: Answer; headers?: Partial<Record<AnswerHeader, string>> };

export function mountCall<Path extends Texts, Query extends Texts, Sent extends z.ZodType, Answer extends z.ZodType>(
  routes: Routes,
  call: Call<Path, Query, Sent, Answer>,
  handle: (
    request: CallRequest<z.output<Path>, z.output<Query>, z.output<Sent>>,
  ) => Promise<CallAnswer<z.input<Answer>>>,
): void {
  routes.on(call.method.toUpperCase(), routeOf(call), async (c) => {
    try {
      const request = { ...(await readCaller(call, c)), ...(await readRequest(call, c)) };
      const { answer, headers } = await handle(request);
      return jsonAnswer(answer, call.status, { ...privateHeaders, ...headers });
    } catch (error) {
      throw isPortalError(error) ? inSpecNames(error) : error;
    }
  });
}

async function readCaller({ policy }: Call, c: Context<RouteEnv>) {
  const { actor, signedIn, clientAddress } = c.var;
  const caller = { headers: c.req.raw.headers, clientAddress };
  return { actor: policy === "anyone" ? anonymous : await actor(), signedIn, caller };
}

async function readRequest<Path extends Texts, Query extends Texts, Sent extends z.ZodType>(
  call: Call<Path, Query, Sent>,
  c: Context<RouteEnv>,
) {
  const path = checkInput(call.inPath, c.req.param());
  const query = checkInput(call.inQuery, readQuery(c.req.url));
  const { expectedVersion, idempotencyKey } = readRequestHeaders((name) => c.req.header(name), call);
  // Undefined for a call without a body, whose handler does not use it.
  const body = call.body ? checkInput(call.body, await readJson(c.env.incoming)) : (undefined as z.output<Sent>);
  return { path, target: { ...path, expectedVersion }, query, body, idempotencyKey };
}

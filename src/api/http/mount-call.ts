import type { Context, Hono } from "hono";
import type { z } from "zod";
import { isPortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Caller, SignedIn } from "#core/staff/accounts.ts";
import { type Actor, anonymous } from "#core/staff/actor.ts";
import { type AnswerHeader, type Call, routeOf } from "../contract/call.ts";
import type { RouteEnv } from "../route-env.ts";
import { inSpecNames } from "../spec-names.ts";
import { jsonAnswer, privateHeaders } from "./answers.ts";
import { readQuery, readJson } from "./read-input.ts";
import { readRequestHeaders } from "./headers.ts";

export type Routes = Hono<RouteEnv>;

type Texts = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** A request as its call describes it: read and checked. The gate has admitted it. */
type Asked<Path, Query, Sent> = {
  /** Whoever that is, where anyone may ask. */
  actor: Actor;
  signedIn: () => Promise<SignedIn | null>;
  caller: Caller;
  path: Path;
  query: Query;
  body: Sent;
  expectedVersions: readonly number[] | undefined;
  idempotencyKey: string | undefined;
};

type FlashMessage<Answer> = { answer: Answer; headers?: Partial<Record<AnswerHeader, string>> };

/** Opens the door of a call, behind the gate. */
export function mountCall<Path extends Texts, Query extends Texts, Sent extends z.ZodType, Answer extends z.ZodType>(
  routes: Routes,
  call: Call<Path, Query, Sent, Answer>,
  tell: (asked: Asked<z.output<Path>, z.output<Query>, z.output<Sent>>) => Promise<FlashMessage<z.input<Answer>>>,
): void {
  routes.on(call.method.toUpperCase(), routeOf(call), async (c) => {
    try {
      const asked = { ...(await whoAsks(call, c)), ...(await readAsked(call, c)) };
      const { answer, headers } = await tell(asked);
      return jsonAnswer(answer, call.status, { ...privateHeaders, ...headers });
    } catch (error) {
      throw isPortalError(error) ? inSpecNames(error) : error;
    }
  });
}

async function whoAsks({ policy }: Call, c: Context<RouteEnv>) {
  const { actor, signedIn, clientAddress } = c.var;
  const caller = { headers: c.req.raw.headers, clientAddress };
  return { actor: policy === "anyone" ? anonymous : await actor(), signedIn, caller };
}

async function readAsked<Path extends Texts, Query extends Texts, Sent extends z.ZodType>(
  call: Call<Path, Query, Sent>,
  c: Context<RouteEnv>,
) {
  const path = checkInput(call.inPath, c.req.param());
  const query = checkInput(call.inQuery, readQuery(c.req.url));
  const headers = readRequestHeaders((name) => c.req.header(name), call);
  // The output of no schema is unknown to nobody: handlers of calls without a body do not look at it.
  const body = call.body ? checkInput(call.body, await readJson(c.env.incoming)) : (undefined as z.output<Sent>);
  return { path, query, body, ...headers };
}

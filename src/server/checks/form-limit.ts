import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { PortalError } from "#core/errors.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { noteUse } from "#operations/portal/still-signed-in.ts";
import type { AccessEnv } from "../access.ts";
import { takesFiles } from "../routes.ts";
import { expectUpload } from "./connection-limits.ts";

/**
 * The forms that may be larger than others. The page for several numbers itself reports that a pasted list is too long.
 * Menus and settings may contain hundreds of links, and a Bangla letter is sent as nine characters. Their drafts are
 * sent with three bytes a letter.
 */
const largerForms: ReadonlyMap<string, MiddlewareHandler> = new Map([
  ["/MaltipleInput", limitTo(512 * 1024)],
  ["/dashboard/Settings/:section", limitTo(512 * 1024)],
  ["/dashboard/page-draft", limitTo(1024 * 1024)],
  ["/dashboard/Menus", limitTo(3 * 1024 * 1024)],
]);
const elsewhere = limitTo(64 * 1024);

export const expectFiles =
  (portal: Portal): MiddlewareHandler<AccessEnv> =>
  (c, next) => {
    if (hasFiles(c)) expectUpload(c.env.incoming, async () => noteUse(portal, await c.var.actor()));
    return next();
  };

export const limitForm: MiddlewareHandler<AccessEnv> = (c, next) =>
  hasFiles(c) ? next() : (largerForms.get(c.var.route.path) ?? elsewhere)(c, next);

/** Node enforces an announced Content-Length, so bytes are counted only without one. */
function limitTo(largest: number): MiddlewareHandler {
  const countBytes = bodyLimit({ maxSize: largest, onError: refuse });
  return async (c, next) => {
    if (c.req.header("Transfer-Encoding") !== undefined) return countBytes(c, next);
    if (Number(c.req.header("Content-Length") ?? 0) > largest) refuse();
    return next();
  };
}

/** True for a form with files. It may be long: its reader counts the bytes. */
const hasFiles = ({ req, var: { route } }: Context<AccessEnv>): boolean =>
  req.method === "POST" && isMultipart(req.header("Content-Type")) && takesFiles(route);

const isMultipart = (type = "") => /^multipart\/form-data\b/i.test(type);

function refuse(): never {
  throw new PortalError("too-large");
}

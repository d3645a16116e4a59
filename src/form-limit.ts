import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { PortalError } from "#core/errors.ts";
import { doorAt, takesFiles } from "./doors.ts";

const largestForm = 64 * 1024;

const countBytes = bodyLimit({ maxSize: largestForm, onError: refuse });

/** Node holds a body to the length that it announced, so bytes are counted only of one that announced none. */
export const limitForm: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  if (bringsFiles(c.env.incoming)) return next();
  if (c.req.header("Transfer-Encoding") !== undefined) return countBytes(c, next);
  if (Number(c.req.header("Content-Length") ?? 0) > largestForm) refuse();
  return next();
};

/** A form that may be long: it is counted as it is read. */
export const bringsFiles = ({ method, url, headers }: IncomingMessage): boolean =>
  method === "POST" && isMultipart(headers["content-type"]) && takesFiles(doorAt(url?.split("?")[0] ?? "/"));

const isMultipart = (type = "") => /^multipart\/form-data\b/i.test(type);

function refuse(): never {
  throw new PortalError("too-large");
}

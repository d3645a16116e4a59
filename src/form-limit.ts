import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { PortalError } from "#core/errors.ts";

const largestForm = 64 * 1024;

const countBytes = bodyLimit({ maxSize: largestForm, onError: refuse });

/** Node holds a body to the length that it announced, so bytes are counted only of one that announced none. */
export const limitForm: MiddlewareHandler = async (c, next) => {
  if (c.req.header("Transfer-Encoding") !== undefined) return countBytes(c, next);
  if (Number(c.req.header("Content-Length") ?? 0) > largestForm) refuse();
  return next();
};

function refuse(): never {
  throw new PortalError("too-large");
}

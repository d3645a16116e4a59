import { z } from "zod";
import { defineCall, named } from "./call.ts";
import { nothing } from "./parameters.ts";

const asked = {
  method: "get",
  policy: "anyone",
  tag: "Operation",
  inPath: nothing,
  inQuery: nothing,
  status: 200,
} as const;

const alive = defineCall({
  ...asked,
  id: "isAlive",
  path: "/healthz",
  summary: "Whether the process serves",
  answer: named("Alive", z.strictObject({ status: z.literal("ok") })),
});

const ready = defineCall({
  ...asked,
  id: "isReady",
  path: "/readyz",
  summary: "Whether database and blobs can be reached",
  answer: named("Ready", z.strictObject({ status: z.literal("ready") })),
});

const document = defineCall({
  ...asked,
  id: "readDocument",
  path: "/api/openapi.json",
  summary: "This document",
  answer: named("Document", z.looseObject({ openapi: z.literal("3.1.0") })),
});

const reference = defineCall({
  ...asked,
  id: "readReference",
  path: "/api/docs",
  summary: "This document as a page",
  gives: "text/html",
  answer: z.string(),
});

export const operationCalls = [alive, ready, document, reference] as const;

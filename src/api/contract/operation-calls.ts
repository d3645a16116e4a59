import { z } from "zod";
import { defineCall, named } from "./call.ts";
import { nothing } from "./parameters.ts";

const anyoneReads = {
  method: "get",
  policy: "anyone",
  tag: "Operation",
  inPath: nothing,
  inQuery: nothing,
  status: 200,
} as const;

const alive = defineCall({
  ...anyoneReads,
  id: "isAlive",
  path: "/healthz",
  summary: "Whether the process serves",
  answer: named("Alive", z.strictObject({ status: z.literal("ok") })),
});

const ready = defineCall({
  ...anyoneReads,
  id: "isReady",
  path: "/readyz",
  summary: "Whether database and blobs can be reached",
  answer: named("Ready", z.strictObject({ status: z.literal("ready") })),
});

const document = defineCall({
  ...anyoneReads,
  id: "readDocument",
  path: "/api/openapi.json",
  summary: "This document",
  answer: named("Document", z.looseObject({ openapi: z.literal("3.1.0") })),
});

const reference = defineCall({
  ...anyoneReads,
  id: "readReference",
  path: "/api/docs",
  summary: "This document as a page",
  gives: "text/html",
  answer: z.string(),
});

export const operationCalls = [alive, ready, document, reference] as const;

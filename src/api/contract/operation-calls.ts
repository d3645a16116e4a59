import { z } from "zod";
import { defineCall, named } from "./call.ts";

export const operationCalls = {
  isAlive: defineCall({
    route: "GET /healthz",
    policy: "anyone",
    summary: "Whether the process serves. Staff also read which version, and the processes of its supervisor",
    answer: named(
      "Alive",
      z.strictObject({
        status: z.literal("ok"),
        version: z.string().optional(),
        processes: z.array(z.strictObject({ number: z.int(), since: z.iso.datetime(), replaced: z.int() })).optional(),
      }),
    ),
  }),
  isReady: defineCall({
    route: "GET /readyz",
    policy: "anyone",
    summary: "Whether everything works: lookups, changes and documents",
    answer: named(
      "Ready",
      z.strictObject({ status: z.literal("ready"), log: z.enum(["damaged", "split"]).optional() }),
    ),
  }),
  areLookupsReady: defineCall({
    route: "GET /readyz/lookups",
    policy: "anyone",
    summary: "Whether numbers can be looked up, even if nothing can be changed. For load balancers",
    answer: named("LookupsReady", z.strictObject({ status: z.literal("ready") })),
  }),
  readDocument: defineCall({
    route: "GET /api/openapi.json",
    policy: "anyone",
    summary: "This document",
    answer: named("Document", z.looseObject({ openapi: z.literal("3.1.0") })),
  }),
  readReference: defineCall({
    route: "GET /api/docs",
    policy: "anyone",
    summary: "This document as a page",
    gives: "text/html",
    answer: z.string(),
  }),
};

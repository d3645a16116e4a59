import { importCalls } from "./contract/import-calls.ts";
import { mountCall, type Routes } from "./http/mount-call.ts";
import type { ApiParts } from "./route-env.ts";

/** Loaded with the first call: few sites read tables, and all start (decision 0102). */
const loadAnswers = () => import("./answer-imports.ts");

export function mountImportCalls(routes: Routes, { portal }: ApiParts): void {
  routes.post(importCalls.importRecords.path, async (c) => (await loadAnswers()).answerImport(portal, c));
  mountCall(routes, importCalls.readImport, async ({ actor, path: { id } }) => ({
    answer: await (await loadAnswers()).importAnswer(portal, actor, id),
  }));
}

import { deskCalls } from "./contract/desk-calls.ts";
import type { Routes } from "./http/mount-call.ts";
import type { ApiParts } from "./route-env.ts";

export function mountDeskCalls(routes: Routes, { portal }: ApiParts): void {
  // Loaded with the first call, because it reads tables (decision 0102).
  routes.post(deskCalls.checkList.path, async (c) => (await import("./answer-list.ts")).answerList(portal, c));
}

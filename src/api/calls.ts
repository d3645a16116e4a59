import { accountCalls } from "./contract/account-calls.ts";
import { type Call, routeOf } from "./contract/call.ts";
import { deskCalls } from "./contract/desk-calls.ts";
import { imageCalls } from "./contract/image-calls.ts";
import { importCalls } from "./contract/import-calls.ts";
import { operationCalls } from "./contract/operation-calls.ts";
import { publishedCalls } from "./contract/published-calls.ts";
import { lookupCalls, recordCalls } from "./contract/record-calls.ts";
import { settingsCalls } from "./contract/settings-calls.ts";

/** A call with its heading, and with its name in the OpenAPI document and in generated clients. */
export type DocumentedCall = Call & { tag: string; id: string };

const listed = (tag: string, named: Readonly<Record<string, Call>>): DocumentedCall[] =>
  Object.entries(named).map(([id, call]) => ({ ...call, tag, id }));

export const calls: readonly DocumentedCall[] = [
  ...listed("Lookups", lookupCalls),
  ...listed("Records", recordCalls),
  ...listed("Imports", importCalls),
  ...listed("Desk", deskCalls),
  ...listed("Settings", settingsCalls),
  ...listed("Images", { ...imageCalls, ...publishedCalls }),
  ...listed("Accounts", accountCalls),
  ...listed("Operation", operationCalls),
];

export const callRoutes = calls.map((call) => ({
  method: call.method.toUpperCase(),
  path: routeOf(call),
  policy: call.policy,
  ofBrowser: call.ofBrowser === true,
  feature: call.feature,
}));

const lookUpRoutes = new Set(
  calls.filter(({ isLookUp }) => isLookUp).map((call) => `${call.method.toUpperCase()} ${routeOf(call)}`),
);
/** True for the calls that a key may make which only looks records up. */
export const isLookUpCall = (method: string, path: string): boolean =>
  lookUpRoutes.has(`${method === "HEAD" ? "GET" : method} ${path}`);

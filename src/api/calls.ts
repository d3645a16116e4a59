import type { AccessPolicy } from "#core/staff/access-policies.ts";
import { accountCalls } from "./contract/account-calls.ts";
import { type Call, routeOf } from "./contract/call.ts";
import { imageCalls } from "./contract/image-calls.ts";
import { operationCalls } from "./contract/operation-calls.ts";
import { recordCalls } from "./contract/record-calls.ts";
import { settingsCalls } from "./contract/settings-calls.ts";

/** Every call that is documented, in the order of the document. */
export const calls: readonly Call[] = [
  ...recordCalls,
  ...settingsCalls,
  ...imageCalls,
  ...accountCalls,
  ...operationCalls,
];

type CallRoute = { method: string; path: string; policy: AccessPolicy; ofBrowser: boolean };

/** Every call as a route, with its path as the router writes it. */
export const callRoutes: readonly CallRoute[] = calls.map((call) => ({
  method: call.method.toUpperCase(),
  path: routeOf(call),
  policy: call.policy,
  ofBrowser: call.ofBrowser === true,
}));

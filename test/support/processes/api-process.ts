import { flushCompileCache } from "node:module";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { serveApi } from "../api.ts";
import { lowGuessingCosts } from "../accounts/staff.ts";

const portal = await openPortal(readConfig(), { guessingCosts: lowGuessingCosts });
const api = await serveApi(portal);
flushCompileCache();
process.on("disconnect", () => process.exit());
process.send?.(api.url);

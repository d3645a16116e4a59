import { PortalError } from "#core/errors.ts";
import { parseLogPath } from "#core/proofs/log-path.ts";
import { readLogFile, readLogs } from "#operations/log/read-log.ts";
import type { Portal } from "#operations/portal.ts";
import type { Routes } from "../http/mount-call.ts";

const open = { "Access-Control-Allow-Origin": "*" };
const changing = { ...open, "Cache-Control": "public, max-age=5" };
const forGood = { ...open, "Cache-Control": "public, max-age=31536000, immutable" };

/** Serves the public log as C2SP tlog-tiles describes it. */
export function mountLogFiles(routes: Routes, { portal }: { portal: Portal }): void {
  routes.get("/log/logs.json", async (c) => c.json({ logs: await readLogs(portal) }, 200, changing));

  routes.get("/log/*", async (c) => {
    const place = parseLogPath(c.req.path);
    const found = place && (await readLogFile(portal, place.generation, place.file));
    if (!place || found === null) throw new PortalError("not-found");
    if (typeof found === "string") {
      return c.body(found, 200, { ...changing, "Content-Type": "text/plain; charset=utf-8" });
    }
    return c.body(Buffer.from(found), 200, { ...forGood, "Content-Type": "application/octet-stream" });
  });
}

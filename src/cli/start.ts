import { parseArgs } from "node:util";
import { processesOf, readConfig } from "#config";
import { joinSupervisor } from "./supervise/member.ts";

const options = {
  dev: { type: "boolean", default: false },
  "without-backup": { type: "boolean", default: false },
  "new-registry": { type: "boolean", default: false },
  /** Only for supervisors, which start their processes with it. */
  member: { type: "string" },
} as const;

/** Serves the site in this process, or as the supervisor of several. A supervisor loads no site. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const config = readConfig();
  const isAlone = processesOf(config) === 1 || values.dev;
  if (!isAlone && values.member === undefined) {
    const { supervise } = await import("./supervise/supervise.ts");
    return supervise(config, args);
  }
  // Before the site is loaded, which takes longest on a machine that is busy.
  using membership = values.member === undefined ? null : joinSupervisor(values.member === "first");
  const { startSite } = await import("./start-site.ts");
  await startSite(config, {
    dev: values.dev,
    savesBefore: !values["without-backup"],
    newRegistry: values["new-registry"],
    membership,
  });
}

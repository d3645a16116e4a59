import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { outboxFolderIn } from "#server/open-portal.ts";
import { requireFreePort } from "#server/listen.ts";
import { openLog } from "#server/log.ts";
import { secretFileIn } from "#server/secret-file.ts";
import { serveUntilStopped } from "./serve-until-stopped.ts";

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { dev: { type: "boolean", default: false } } });
  const config = readConfig();
  await requireFreePort(config);
  const log = openLog("info");
  await serveUntilStopped(
    config,
    log,
    (url, { secretWasMade, database }) => {
      if (secretWasMade) {
        log.warn(`a new secret seals all records: keep a copy of ${secretFileIn(config.DATA_DIR)} apart`);
      }
      if (config.SMTP_URL === "") {
        log.warn(
          `mails are not sent but kept as files in ${outboxFolderIn(config.DATA_DIR)}: set SMTP_URL to send them`,
        );
      }
      log.info({ url, database: database.engine }, "serving");
    },
    values,
  );
}

import { type Config, trustedProxies } from "#config";
import { isLoopback } from "#core/web-address.ts";
import { closedAccounts } from "#operations/accounts/bind-all-rows.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { backupPlaceProblem } from "#server/backup-place.ts";
import { refuseUnusableDataFolder } from "#server/data-folder.ts";
import { lacksTrustedProxy } from "#server/checks/client-address.ts";
import { outboxFolderIn } from "#server/open-portal.ts";
import { requireFreePort } from "#server/listen.ts";
import { openLog } from "#server/log.ts";
import { proxyAdvice } from "#server/mount-routes.ts";
import { secretBesideRecords, secretFileIn } from "#server/secret-file.ts";
import { wrongOnce } from "./doctor/check-clock.ts";
import { closedInWords, closedTodo } from "./doctor/check-accounts.ts";
import { serveUntilStopped } from "./serve-until-stopped.ts";
import type { Membership } from "./supervise/member.ts";

type StartOptions = {
  dev: boolean;
  savesBefore: boolean;
  newRegistry: boolean;
  /** Null for a process that serves the site alone. */
  membership: Membership | null;
};

const isPlainHttp = ({ PUBLIC_URL }: Config): boolean =>
  PUBLIC_URL.startsWith("http:") && !isLoopback(new URL(PUBLIC_URL).hostname);

/** Serves the site in this process: alone, or as one of several of a supervisor. */
export async function startSite(config: Config, { membership, ...options }: StartOptions): Promise<void> {
  if (!membership) await requireFreePort(config);
  refuseUnusableDataFolder(config);
  using log = openLog("info", undefined, membership && { process: process.pid });
  await serveUntilStopped(
    config,
    log,
    async (url, portal) => {
      if (membership && !membership.isFirst) return log.info({ url, database: portal.database.engine }, "serving");
      if (portal.secretWasMade) {
        log.warn(
          `a new secret was made, without which no number and no document can be read: keep a copy of ${secretFileIn(config.DATA_DIR)} in another place`,
        );
      }
      const beside = secretBesideRecords(config);
      if (beside !== null) log.warn(beside);
      if ((await mailState(portal)) === "kept") {
        log.warn(
          `mails are not sent but kept as files in ${outboxFolderIn(config.DATA_DIR)}: set SMTP_URL, or a mail server in the settings, to send them`,
        );
      }
      if (lacksTrustedProxy(config.PUBLIC_URL, trustedProxies(config))) {
        log.warn(
          `PUBLIC_URL is https, so there is a proxy in front of the site, but TRUSTED_PROXIES is empty: ${proxyAdvice}`,
        );
      }
      if (isPlainHttp(config)) {
        log.warn(`PUBLIC_URL is ${config.PUBLIC_URL}, so numbers and passwords are sent unencrypted`);
      }
      if (portal.database.savesNothing()) {
        log.warn(
          "the disk is full: records can be read, and nothing can be saved until there is room. Then start the site again: until it ends, no other process can open the database",
        );
      }
      log.info({ url, database: portal.database.engine }, "serving");
      // Not awaited: a bucket may be silent for seconds.
      void backupPlaceProblem(config, portal).then((problem) => problem !== null && log.warn(problem));
      const once = await wrongOnce(portal.database.read);
      if (once !== null) log.warn(once);
      const closed = closedInWords(await closedAccounts(portal));
      if (closed !== null) log.warn(`${closed} ${closedTodo}`);
    },
    { ...options, membership },
  );
}

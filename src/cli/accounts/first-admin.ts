import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#config";
import { isPortalError, mapOutageToUnavailable, StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hasAdmin, addFirstAdmin } from "#operations/accounts/add-account.ts";
import { issueSetupLink } from "#operations/accounts/set-up-portal.ts";
import type { Log } from "#server/log.ts";
import { replaceDurably } from "#storage/durable-files.ts";
import { refuseAccount } from "./refuse-account.ts";

export async function makeAdminOfEnvironment(portal: Portal, config: Config, log: Pick<Log, "warn">): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  if (email === "" && password === "") return;
  if (await hasAdmin(portal)) return password === "" ? undefined : log.warn(passwordWithoutEffect);
  if (email === "" || password === "") {
    throw new StartRefused("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  }
  const names = { email: "ADMIN_EMAIL", password: "ADMIN_PASSWORD" };
  await addFirstAdmin(portal, system("environment"), { email, name: "Admin", password }).catch((error: unknown) =>
    refuseAccount(error, names),
  );
}

const passwordWithoutEffect =
  "ADMIN_PASSWORD has no effect, because there is an admin: remove it, and change the password in the dashboard";

const everyMs = 5000;

/**
 * While there is no admin, stores and prints a link that makes one. The log never contains the link. Disposing stops
 * its renewal.
 */
export async function offerSetupLink(
  portal: Portal,
  { DATA_DIR }: Pick<Config, "DATA_DIR">,
  { report, isKept = false }: { report: (error: unknown) => void; isKept?: boolean },
) {
  const file = join(DATA_DIR, "setup-link");
  // On a full disk, the site can at least be read.
  await offer(portal, file, isKept ? "once-ended" : "always").catch((error: unknown) => {
    if (!isPortalError(error) || !error.savesNothing) throw error;
    report(error);
  });
  if (await hasAdmin(portal)) {
    await rm(file, { force: true });
    return { [Symbol.asyncDispose]: async () => {} };
  }
  let underWay: Promise<void> = Promise.resolve();
  const renew = async () => {
    await offer(portal, file, "once-ended");
    if (!(await hasAdmin(portal))) return;
    clearInterval(timer);
    await rm(file, { force: true });
  };
  const timer = setInterval(() => {
    underWay = underWay.then(renew).catch(report);
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function offer(portal: Portal, file: string, replacing: "always" | "once-ended"): Promise<void> {
  const link = await issueSetupLink(portal, replacing, (url) =>
    mapOutageToUnavailable(() => replaceDurably(file, `${url}\n`)),
  );
  if (link) console.error(invitation(link.url, file));
}

const invitation = (url: string, file: string) => `
There is no admin yet. Create the first one with this link. It works once, within an hour:

  ${url}

The link is also in ${file}.
`;

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#config";
import type { Role } from "#core/accounts/roles.ts";
import type { Agency } from "#demo/agency.ts";
import { demoPassword, makeDemoStaff } from "#demo/demo-staff.ts";
import { openPortal } from "#server/open-portal.ts";
import { isLoopback } from "#core/web-address.ts";

export type DemoPasswords = { of: (role: Role) => string; areKnown: boolean };

/** The public password if only this machine can reach the demo; otherwise new passwords at each start. */
export async function demoPasswords(config: Config, agency: Agency): Promise<DemoPasswords> {
  const marker = join(config.DATA_DIR, "passwords-of-its-own");
  if (isPrivate(config)) {
    if (existsSync(marker)) await setPasswords(config, agency, () => demoPassword);
    await rm(marker, { force: true });
    return { of: () => demoPassword, areKnown: true };
  }
  const passwords = {
    admin: newPassword(),
    moderator: newPassword(),
    organisation: newPassword(),
    student: newPassword(),
  };
  await writeFile(marker, "");
  await setPasswords(config, agency, (role) => passwords[role]);
  return { of: (role) => passwords[role], areKnown: false };
}

async function setPasswords(config: Config, agency: Agency, passwordOf: DemoPasswords["of"]): Promise<void> {
  await using portal = await openPortal(config);
  await makeDemoStaff(portal, agency, passwordOf);
}

const newPassword = () => randomBytes(12).toString("base64url");

/** True if the site listens only on this machine, its public address is on this machine, and no proxy brings others in. */
const isPrivate = ({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Config) =>
  [HOST, new URL(PUBLIC_URL).hostname].every(isLoopback) && TRUSTED_PROXIES === "";

import { existsSync } from "node:fs";
import { describeConfig, processesOf, settingWarnings } from "#config";
import { isLoopback } from "#core/web-address.ts";
import { ownVersion } from "#server/own-version.ts";
import { serviceSettings } from "#server/require-site.ts";
import { needsNewerNode } from "../supervise/supervise.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";

export async function checkVersions({ config }: Pick<SiteParts, "config">, why = needsNewerNode): Promise<Finding> {
  const found = `Attestry ${await ownVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`;
  return processesOf(config) > 1 && why !== null ? wrong(found, why) : ok(found);
}

/** Unusable settings were refused before any check. */
export function checkSettings({ config: { PUBLIC_URL, SMTP_URL } }: SiteParts): Finding {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const given = describeConfig()
    .filter(({ source }) => source !== "default")
    .map(({ name }) => name);
  const warnings = settingWarnings();
  const found = `All settings are valid. Set in the environment of this command: ${given.join(", ") || "none"}.`;
  if (warnings.length > 0)
    return warning(`${found} ${warnings.join(" ")}`, "Correct this where the service reads its settings.");
  if (given.length === 0) {
    return warning(
      existsSync(serviceSettings) ? `${found} ${serviceSettings} was not read.` : found,
      "Run this command with the same settings as the service, as deploy/attestry does. It sees only its own environment.",
    );
  }
  if (protocol === "https:" || (isLoopback(hostname) && SMTP_URL === "")) return ok(found);
  return warning(
    `${found} PUBLIC_URL is ${PUBLIC_URL}, so numbers and passwords are sent unencrypted.`,
    "Put a proxy with https in front of the site, and set PUBLIC_URL to its address.",
  );
}

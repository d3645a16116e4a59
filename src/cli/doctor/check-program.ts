import { describeConfig } from "#config";
import { isLoopback } from "#core/web-address.ts";
import { ownVersion } from "#server/project-folder.ts";
import { type Finding, ok, type SiteParts, warning } from "./finding.ts";

export async function checkVersions(): Promise<Finding> {
  return ok(`Attestry ${await ownVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`);
}

/** Unusable settings were refused before any check. */
export function checkSettings({ config: { PUBLIC_URL, SMTP_URL } }: SiteParts): Finding {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const given = describeConfig()
    .filter(({ source }) => source !== "default")
    .map(({ name }) => name);
  const found = `Every setting is usable. Set in the environment of this command: ${given.join(", ") || "none"}.`;
  if (given.length === 0)
    return warning(found, "If the service has settings, give this command the same: it sees only its own.");
  if (protocol === "https:" || (isLoopback(hostname) && SMTP_URL === "")) return ok(found);
  return warning(
    `${found} PUBLIC_URL is ${PUBLIC_URL}: numbers and passwords travel in clear.`,
    "Put a proxy in front that speaks https, and set PUBLIC_URL to its address.",
  );
}

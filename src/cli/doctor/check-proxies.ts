import { type BlockList, isIP } from "node:net";
import { strangersAmong, trustedProxies } from "#config";
import { reasonOf } from "#core/reason-of.ts";
import type { SeenRequest } from "#server/checks/doctor-question.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";
import { inventedAddress } from "./open-parts.ts";

/** What the serving process sees of a request that went through PUBLIC_URL like a visitor's, with an invented address. */
export async function checkProxies({ config, answer: ask }: SiteParts): Promise<Finding> {
  const [strangers] = strangersAmong(config);
  if (strangers !== undefined) return wrong(strangers, "Correct TRUSTED_PROXIES where the service reads its settings.");
  let seen: SeenRequest | null;
  try {
    ({ seen } = await ask());
  } catch (error) {
    return warning(
      `${config.PUBLIC_URL} cannot be reached from here (${reasonOf(error)}).`,
      "Start the site. If others can reach it, let this machine reach it by that name, too. The headers of the proxy can only be checked with a request.",
    );
  }
  if (!seen) {
    return wrong(
      `Something answers at ${config.PUBLIC_URL}, but it is not this site with this secret.`,
      "Check that PUBLIC_URL, SECRET and DATA_DIR are the same here and in the service, and that the proxy forwards the header X-Attestry-Doctor.",
    );
  }
  return judgeProxies(seen, config.PUBLIC_URL, trustedProxies(config));
}

export function judgeProxies(
  { client, neighbour, forwardedFor }: SeenRequest,
  publicUrl: string,
  trusted: BlockList,
): Finding {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  const last = hops.at(-1) ?? "";
  const passed = `A test request came from ${neighbour} and was counted for ${client}.`;
  if (client === inventedAddress) {
    // If this command runs where a proxy runs, the server takes it for that proxy and believes the address before it.
    // This affects only this command.
    if (last !== inventedAddress && !trusted.check(inventedAddress)) {
      return ok(
        `A test request came from ${neighbour}, which added ${last}. That is this machine, which TRUSTED_PROXIES lists because a proxy runs here, too.`,
      );
    }
    return wrong(
      `${passed} That address was invented by this check, so visitors can pretend to have any address.`,
      "Let the proxy set X-Forwarded-For itself, and list only your proxies in TRUSTED_PROXIES.",
    );
  }
  const isBehindProxy = publicUrl.startsWith("https:") || (forwardedFor !== null && forwardedFor !== inventedAddress);
  if (!isBehindProxy) {
    return trusted.rules.length > 0
      ? warning(
          `${passed} It passed no proxy, but TRUSTED_PROXIES lists some.`,
          "Remove addresses from TRUSTED_PROXIES that are not proxies.",
        )
      : ok(`${passed} It passed no proxy.`);
  }
  if (forwardedFor === null || forwardedFor === inventedAddress) {
    return wrong(
      `${passed} The proxy does not send the visitor's address, so all visitors share one address.`,
      "Let the proxy add the visitor's address to X-Forwarded-For.",
    );
  }
  if (client === neighbour) {
    return wrong(
      `${passed} That is your proxy, so all visitors share one address.`,
      `Add ${neighbour} to TRUSTED_PROXIES.`,
    );
  }
  if (isPrivate(client) && hops.length > 1 && client === last) {
    return warning(
      `${passed} If that is your second proxy, all visitors share one address.`,
      `In that case add ${client} to TRUSTED_PROXIES.`,
    );
  }
  return ok(`${passed} The proxy sends the visitor's address, and TRUSTED_PROXIES lists the proxy.`);
}

const isPrivate = (address: string) =>
  isIP(address) !== 0 && /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|127\.|f[cd]|::1$|fe80)/i.test(address);

import { type BlockList, isIP } from "node:net";
import { trustedProxies } from "#config";
import type { Seen } from "#server/checks/doctor-question.ts";
import { reasonOf } from "../reason-of.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";
import { inventedAddress } from "./open-parts.ts";

/** What the serving process sees of a request that went through PUBLIC_URL like a visitor's, with an invented address. */
export async function checkProxies({ config, answer: ask }: SiteParts): Promise<Finding> {
  let seen: Seen | null;
  try {
    ({ seen } = await ask());
  } catch (error) {
    return warning(
      `${config.PUBLIC_URL} cannot be reached from here (${reasonOf(error)}).`,
      "Start the site. If others reach it, let this machine reach it by that name, too: what arrives of a request can only be seen in one.",
    );
  }
  if (!seen) {
    return wrong(
      `Something answers at ${config.PUBLIC_URL}, but not this site with this secret.`,
      "Check PUBLIC_URL, SECRET and DATA_DIR here and of the service, and that the proxy passes on the header X-Attestry-Doctor.",
    );
  }
  return judgeProxies(seen, config.PUBLIC_URL, trustedProxies(config));
}

export function judgeProxies(
  { client, neighbour, forwardedFor }: Seen,
  publicUrl: string,
  trusted: BlockList,
): Finding {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  const last = hops.at(-1) ?? "";
  const passed = `A request came from ${neighbour} and was counted for ${client}.`;
  if (client === inventedAddress) {
    // If this command runs where a proxy runs, the server takes it for that proxy and believes the address before it.
    // This affects only this command.
    if (last !== inventedAddress && !trusted.check(inventedAddress)) {
      return ok(
        `A request came from ${neighbour}, which added ${last}: a proxy of yours, as this command runs beside it.`,
      );
    }
    return wrong(
      `${passed} That address was invented: whoever comes this way chooses whom they are counted for.`,
      "Let the proxy write X-Forwarded-For itself, and name nothing but your proxies in TRUSTED_PROXIES.",
    );
  }
  const isBehindProxy = publicUrl.startsWith("https:") || (forwardedFor !== null && forwardedFor !== inventedAddress);
  if (!isBehindProxy) {
    return trusted.rules.length > 0
      ? warning(
          `${passed} No proxy stood on the way, but TRUSTED_PROXIES names some.`,
          "Take out of TRUSTED_PROXIES what is no proxy.",
        )
      : ok(`${passed} No proxy stands on the way.`);
  }
  if (forwardedFor === null || forwardedFor === inventedAddress) {
    return wrong(
      `${passed} The proxy does not say for whom it asks: all visitors count as one.`,
      "Let it add the visitor's address to X-Forwarded-For.",
    );
  }
  if (client === neighbour) {
    return wrong(`${passed} That is your proxy, so all visitors count as one.`, `Add ${neighbour} to TRUSTED_PROXIES.`);
  }
  if (isPrivate(client) && hops.length > 1 && client === last) {
    return warning(
      `${passed} If that is a second proxy of yours, all visitors count as one.`,
      `Then add ${client} to TRUSTED_PROXIES.`,
    );
  }
  return ok(`${passed} The proxy says for whom it asks, and is believed.`);
}

const isPrivate = (address: string) =>
  isIP(address) !== 0 && /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|127\.|f[cd]|::1$|fe80)/i.test(address);

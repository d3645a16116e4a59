import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { isPublicAddress } from "./public-address.ts";

/** How the names of servers that admins and organisations gave are resolved, and which addresses may be connected to. */
export type Targets = {
  /** `by`: what an organisation gave is asked of DNS alone. */
  resolve: (host: string, by?: "organisation") => Promise<string[]>;
  /** `by`: what an organisation gave may never be inside, whatever the operator allows its admins. */
  allows: (address: string, by?: "organisation") => boolean;
};

export const publicTargets: Targets = {
  resolve: async (host, by) => (by ? await addressesInDns(host) : await addressesOfSystem(host)),
  allows: isPublicAddress,
};

/** Also this machine and its private network, for admins. */
export const anyTargets: Targets = {
  ...publicTargets,
  allows: (address, by) => by !== "organisation" || isPublicAddress(address),
};

export const targetsForOrganisations = ({ resolve, allows }: Targets): Targets => ({
  resolve: async (host) => resolve(host, "organisation"),
  allows: (address) => allows(address, "organisation"),
});

const addressesOfSystem = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const patience = { timeout: 2000, tries: 2 };

/**
 * Not as the system does: Node gives only two names at a time to the system, so two whose name servers hang would keep
 * the program from its database, its images and its mails.
 */
export async function addressesInDns(host: string, servers?: readonly string[]): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const [v4 = [], v6 = []] = found.map((one) => (one.status === "fulfilled" ? one.value : []));
  return reachesIPv4() ? [...v4, ...v6] : [...v6, ...v4];
}

const reachesIPv4 = () =>
  Object.values(networkInterfaces()).some((of = []) =>
    of.some(({ family, internal }) => family === "IPv4" && !internal),
  );

/**
 * Resolves a name for one connection. Every address that it has must be allowed, and the connection goes to the first of
 * them. So it does not matter what the name resolves to a moment later.
 */
export async function addressIn(targets: Targets, host: string): Promise<{ address: string } | "name" | "address"> {
  const addresses = await targets.resolve(host).catch(() => []);
  const [address] = addresses;
  if (address === undefined) return "name";
  return addresses.every((one) => targets.allows(one)) ? { address } : "address";
}

/** Makes a connection go to this address, whatever the name of the server resolves to meanwhile. */
export const toAddress =
  (address: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** How the names of servers that admins and organisations gave are resolved, and which addresses may be connected to. */
export type Targets = {
  resolve: (host: string) => Promise<string[]>;
  /** `by`: what an organisation gave may never be inside, whatever the operator allows its admins. */
  allows: (address: string, by?: "organisation") => boolean;
};

export const publicTargets: Targets = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  allows: isPublicAddress,
};

/** Also this machine and its private network, for admins. */
export const anyTargets: Targets = {
  ...publicTargets,
  allows: (address, by) => by !== "organisation" || isPublicAddress(address),
};

export const targetsForOrganisations = ({ resolve, allows }: Targets): Targets => ({
  resolve,
  allows: (address) => allows(address, "organisation"),
});

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

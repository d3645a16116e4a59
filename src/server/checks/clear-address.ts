import { withoutOrigin } from "#core/web-address.ts";

/** What starts a path over, leads up in it, or ends a part of it, for some programs and not for others. */
const unclear = /\/\/|[;\\]|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether every program reads the path of an address in the same way. Proxies and the URL parser resolve `..` and its kin before
 * we match routes, so a limit that goes by one reading must not meet another.
 */
export const isClearAddress = (address = "/"): boolean => !unclear.test(pathOf(address));

const pathOf = (address: string) => withoutOrigin(address).split("?", 1)[0] ?? "";

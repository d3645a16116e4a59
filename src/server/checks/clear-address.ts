import { pathAndQueryOf } from "#core/web-address.ts";

/**
 * The parts of a path that some programs read as a restart of the path, a step up in it, or the end of a segment, and
 * others do not.
 */
const unclear = /\/\/|[;\\]|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * True if every program reads the path of an address in the same way. Proxies and the URL parser resolve `..` and
 * similar parts before routes are matched: a limit for one reading must not be evaded by another.
 */
export const isClearAddress = (address = "/"): boolean => !unclear.test(pathOf(address));

const pathOf = (address: string) => pathAndQueryOf(address).split("?", 1)[0] ?? "";

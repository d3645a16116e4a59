import { percentDecoded } from "../percent-decoded.ts";
import { zoneNamed } from "../office-clock.ts";

/** One server, and in the query at most whether PgBouncer is before it. */
export function isDatabaseUrl(text: string): boolean {
  if (text.startsWith("file:")) return isFileUrl(text);
  // An @ in the name of the database is the end of a password with a slash in it.
  const isOfOneServer = /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#,]*(\/[^@?#]*)?([?#]|$)/.test(text);
  const address = databaseAddress(text);
  return isOfOneServer && address !== null && (address.searchParams.get("pgbouncer") ?? "true") === "true";
}

/** Null if it cannot be read. PostgreSQL also takes an address without a host, whose query names a socket. */
export const databaseAddress = (url: string): URL | null =>
  URL.parse(url) ?? URL.parse(url.replace("@/", "@localhost/"));

/** An absolute path. Node refuses a coded slash, which no name of a file can contain. */
export const isFileUrl = (text: string): boolean => text.startsWith("file:///") && !/%2f|%00/i.test(text);

/** Nothing may follow the host: a setting in the query would be ignored. */
export function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["smtp:", "smtps:"].includes(url.protocol) &&
    url.hostname !== "" &&
    /^\/?$/.test(url.pathname) &&
    `${url.search}${url.hash}` === "" &&
    // A % in a password has to be written as %25.
    percentDecoded(`${url.username}${url.password}`) !== null
  );
}

/**
 * True for a time zone that Node takes from TZ: a name in its exact letters, also after a colon or posix/; or "UTC-6".
 * For anything else it silently takes UTC, or the file's zone without summer time. So UTC in other letters works, too.
 */
export function isTimeZone(text: string): boolean {
  const name = text.replace(/^:?(posix\/)?/, "");
  if (/^[A-Z]{3,5}[+-]\d{1,2}$/.test(name) || /^(utc|gmt)[+-]?0?$/i.test(name)) return true;
  const zone = /^[A-Z]/.test(name) ? zoneNamed(name) : null;
  return zone !== null && (zone === name || zone.toLowerCase() !== name.toLowerCase());
}

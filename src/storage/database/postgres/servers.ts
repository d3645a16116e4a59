import { StartRefused } from "#core/errors.ts";

/** Returns one address for each server: libpq accepts several servers in an address, node-postgres only one. */
export function serversOf(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(after)?.[1] ?? "read-write";
  if (wanted !== "read-write") {
    throw new StartRefused(
      `The address of PostgreSQL has target_session_attrs=${wanted}. Remove it, or set it to read-write.`,
    );
  }
  return hosts.split(",").map((host) => before + host + after);
}

/** Returns the address without user and password, for display. */
export function addressOf(url: string): string {
  const servers = serversOf(url).map((server) => new URL(server));
  return `postgres://${servers.map(({ host }) => host).join(",")}${servers[0]?.pathname}`;
}

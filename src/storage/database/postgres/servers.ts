import { StartRefused } from "#core/errors.ts";

/** One address for each server: libpq's spelling may name several, and node-postgres knows only one. */
export function serversOf(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(after)?.[1] ?? "read-write";
  if (wanted !== "read-write") {
    throw new StartRefused(
      `The address of PostgreSQL asks for target_session_attrs=${wanted}: leave it out, or write read-write.`,
    );
  }
  return hosts.split(",").map((host) => before + host + after);
}

/** For people to read: without user and password. */
export function addressOf(url: string): string {
  const servers = serversOf(url).map((server) => new URL(server));
  return `postgres://${servers.map(({ host }) => host).join(",")}${servers[0]?.pathname}`;
}

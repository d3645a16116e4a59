import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { Config } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { meaningOf } from "#core/reason-of.ts";

export type Place = {
  port: number;
  host: string;
  /** The descriptor of a socket that is bound to them already, in a process of a supervisor. */
  fd?: number | undefined;
};

export async function listen(server: Server, { port, host, fd }: Place): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  if (fd === undefined) server.listen(port, host, resolve);
  else server.listen({ fd }, resolve);
  try {
    await promise;
  } catch (cause) {
    throw new StartRefused(whyNotListening(cause, port, host), { cause });
  }
}

/** Call this before anything is created: a start that cannot serve then leaves nothing behind. */
export async function requireFreePort({ PORT, HOST }: Config): Promise<void> {
  const trial = createServer();
  await listen(trial, { port: PORT, host: HOST });
  trial.close();
  await once(trial, "close");
}

export function whyNotListening(error: unknown, port: number, host: string): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop the other program or set PORT to a free one.`;
  if (code === "EACCES") return `Port ${port} may not be opened by this user: set PORT to 1024 or higher.`;
  return `Cannot listen on ${host}, port ${port}: ${meaningOf(error) ?? code}. Check HOST and PORT.`;
}

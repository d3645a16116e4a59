import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** A process as an operator finds it: a machine, and the number that the machine gave the process. */
export type ProcessName = { host: string; pid: number };

/** PostgreSQL cuts the name of a session off after 63 bytes. Of these, "attestry." and a number of seven digits need 17. */
const hostLength = 46;

/** This process. Other characters are left out of the host, because the name is part of ids and of SQL. */
export const ownName = (): ProcessName => ({
  host: hostname()
    .slice(0, hostLength)
    .replaceAll(/[^\w.-]/g, "-"),
  pid: process.pid,
});

/** Names this process, and differs from the id of every other process: a machine uses its numbers again. */
export function newProcessId(): string {
  const { host, pid } = ownName();
  return `${host}.${pid}.${randomUUID().slice(0, 8)}`;
}

/** Null if a version before 1.1 made the id. */
export function processOfId(id: string): ProcessName | null {
  const [, host = "", pid] = /^(.+)\.(\d+)\.[0-9a-f]{8}$/.exec(id) ?? [];
  return host === "" ? null : { host, pid: Number(pid) };
}

/** How PostgreSQL names our sessions. */
export function sessionName(): string {
  const { host, pid } = ownName();
  return `attestry.${pid}.${host}`;
}

/** Null if the session belongs to another program. */
export function processOfSession(name: string): ProcessName | null {
  const [, pid, host = ""] = /^attestry\.(\d+)\.(.+)$/.exec(name) ?? [];
  return host === "" ? null : { host, pid: Number(pid) };
}

export const isSameProcess = (one: ProcessName | null, other: ProcessName | null): boolean =>
  one !== null && one.host === other?.host && one.pid === other.pid;

import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksInSecond = 100;

type Stat = { parent: number; ticks: number };

/** What /proc says of a process, if it is still there. `ticks` is its own time, and that of its children that ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in front may hold spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) };
  } catch {
    return null;
  }
}

/** A process and all that it started, first itself. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat) parents.set(Number(name), stat.parent);
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Processor time of a process and all that it started, from its beginning. */
export const processorSecondsOf = (pid: number): number =>
  familyOf(pid).reduce((sum, member) => sum + (statOf(member)?.ticks ?? 0), 0) / ticksInSecond;

/** Processor time of the whole machine in which something was done. */
export function busySeconds(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) / ticksInSecond;
}

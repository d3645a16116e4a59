import { readdirSync, readFileSync } from "node:fs";

/** Linux reports processor time in hundredths of a second on every machine. */
const ticksInSecond = 100;

type Stat = { parent: number; ticks: number };

/** Reads /proc. Null if the process has ended. `ticks` includes the time of its children that have ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name before the closing bracket may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) };
  } catch {
    return null;
  }
}

/** Ids of a process and of all its descendants. The process itself comes first. */
export function processTreeOf(pid: number): number[] {
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

/** Processor time of a process and all its descendants since they started. */
export const processorSecondsOf = (pid: number): number =>
  processTreeOf(pid).reduce((sum, member) => sum + (statOf(member)?.ticks ?? 0), 0) / ticksInSecond;

/** Time that the processors of the whole machine have been busy. */
export function busySeconds(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) / ticksInSecond;
}

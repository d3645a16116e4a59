/** What children that open files may take. `isOneQueue`: slow files and tables wait for a turn, too. */
export type DecodingRoom = { processes: number; memoryLimitMb: number; isOneQueue: boolean };

type Machine = { processors: number; megabytes: number };

const mostProcesses = 8;
/** A scan takes 200 MB, a PDF of ten scans 420, the worst photo 550. */
const [least, enough, most] = [224, 576, 1024];
/** For the system, a backup and a drawing, and for each server. */
const [others, server] = [256, 128];
/** Beside the files of each processor: a slow file, and a table. */
const besides = 2;

/**
 * One decoder for each processor, as long as there is memory for all that may work side by side. In little memory, fewer
 * work, and all others wait. The processes of a supervisor share the machine.
 */
export function decodingRoom({ processors, megabytes }: Machine, servers = 1): DecodingRoom {
  const room = Math.max(0, (megabytes - others) / servers - server);
  const fitting = Math.max(1, Math.floor(room / enough));
  const processes = Math.min(Math.max(1, Math.floor(Math.min(processors, mostProcesses) / servers)), fitting);
  const isOneQueue = fitting < processes + besides;
  const atOnce = isOneQueue ? processes : processes + besides;
  return { processes, memoryLimitMb: Math.min(most, Math.max(least, Math.floor(room / atOnce))), isOneQueue };
}

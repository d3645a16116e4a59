import { freePort } from "../../support/processes/free-port.ts";
import { type StartedServer, startServer } from "../../support/processes/server.ts";
import { isReady, type Member, timeUntil } from "../member.ts";

const newerProgram = new URL("../programs/newer-program.ts", import.meta.url);
const readyWithinMs = 30_000;

/** One of several processes of a site. It has the same port after every restart. */
export class ServedProcess implements AsyncDisposable {
  readonly address: string;
  /** Log lines with an internal error, from every program that ran as this process. */
  readonly faults: string[] = [];
  readonly #environment: Record<string, string>;
  #server: StartedServer | null = null;

  private constructor(port: number, environment: Record<string, string>) {
    this.address = `127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port) };
  }

  /** A signed-in admin who asks this process and no other. */
  member(cookie: string): Member {
    return { url: `http://${this.address}`, cookie };
  }

  static async start(environment: Record<string, string>): Promise<ServedProcess> {
    const served = new ServedProcess(await freePort(), environment);
    await served.start();
    return served;
  }

  get pid(): number {
    return this.#server?.child.pid ?? 0;
  }

  /** Starts the program. Resolves when it is ready. */
  async start(version: "this" | "newer" = "this"): Promise<void> {
    this.#server = await startServer(this.#environment, version === "newer" ? { before: newerProgram } : {});
    if ((await timeUntil(() => isReady(this.member("")), readyWithinMs)) === Infinity)
      throw new Error("a process is not ready");
  }

  async stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const server = this.#server;
    if (!server) return;
    await server.stop(signal);
    for (const line of server.log) if (line["error"] === "internal") this.faults.push(JSON.stringify(line));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop("SIGKILL");
  }
}

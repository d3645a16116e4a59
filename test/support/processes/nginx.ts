import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "./free-port.ts";
import { installed, startChildProgram, type ChildProgram } from "./child-program.ts";

const nginx = installed("nginx");
const example = path.join(import.meta.dirname, "../../../deploy/nginx.conf");

export type Balancer = ChildProgram & {
  url: string;
  port: number;
  /** The port without TLS, which redirects to `port`. */
  plainPort: number;
  /** From now on sends requests to other processes. Requests that are running are still answered. */
  reload: (processes: readonly string[]) => Promise<void>;
};

export type NginxWishes = {
  /** For nginx's settings and logs. */
  folder: string;
  port?: number;
  /** Without a certificate, nginx serves no TLS. */
  certificate?: { cert: string; key: string };
  /** The connections of each worker. */
  connections?: number;
};

type Place = Required<Omit<NginxWishes, "certificate">> & { plainPort: number; isEncrypted: boolean };

/** Runs nginx with the example of deploy/ in front of these processes (`host:port`). */
export async function startNginx(processes: readonly string[], wishes: NginxWishes): Promise<Balancer> {
  const { folder, certificate, connections = 512 } = wishes;
  const port = wishes.port ?? (await freePort());
  const plainPort = await freePort();
  const file = path.join(folder, "nginx.conf");
  const place = { folder, port, plainPort, connections, isEncrypted: certificate !== undefined };
  const configure = async (servers: readonly string[]) => writeFile(file, around(place, await siteOf(servers, place)));
  await configure(processes);
  for (const [kind, content] of [["pem", certificate?.cert] as const, ["key", certificate?.key] as const])
    if (content !== undefined) await writeFile(path.join(folder, `check.example.com.${kind}`), content);
  const program = await startChildProgram(nginx ?? "nginx", ["-c", file, "-p", folder]);
  return {
    ...program,
    url: `http://127.0.0.1:${port}`,
    port,
    plainPort,
    async reload(servers) {
      await configure(servers);
      process.kill(program.pid, "SIGHUP");
    },
  };
}

async function siteOf(servers: readonly string[], { folder, port, plainPort, isEncrypted }: Place): Promise<string> {
  const text = await readFile(example, "utf8");
  const [line = "", own = ""] = /^ *server (127\.0\.0\.1:3000).*;$/m.exec(text) ?? [];
  return text
    .replaceAll(/^\s*ssl_.*$/gm, (setting) => (isEncrypted ? setting : ""))
    .replaceAll("/etc/ssl/", `${folder}/`)
    .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port}${isEncrypted ? " ssl" : ""};`)
    .replace(line, servers.map((server) => line.replace(own, server)).join("\n"))
    .replaceAll("/var/log/nginx/", `${folder}/`);
}

/**
 * The settings that Debian puts around a site, but with many more requests for each connection: benchmarks need that.
 */
function around({ folder, connections }: Place, site: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  return `${user}daemon off;
worker_processes 2;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections ${connections}; }
http {
access_log off;
keepalive_requests 10000000;
${temporary.join("\n")}
${site}
}
`;
}

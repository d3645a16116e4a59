import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "./free-port.ts";
import { installed, startChildProgram, type ChildProgram } from "./child-program.ts";

const example = path.join(import.meta.dirname, "../../../deploy/haproxy-site.cfg");

export type HaproxyWishes = {
  /** For HAProxy's settings. */
  folder: string;
  /** Without a certificate, HAProxy serves no TLS. */
  certificate?: { cert: string; key: string };
  connections?: number;
  /** Changes the example. */
  change?: (example: string) => string;
};

export type Haproxy = ChildProgram & { url: string; port: number; plainPort: number };

/** Runs HAProxy with the example of deploy/ in front of these processes (`host:port`). */
export async function startHaproxy(processes: readonly string[], wishes: HaproxyWishes): Promise<Haproxy> {
  const { folder, certificate, connections = 512, change = (text) => text } = wishes;
  const [port, plainPort] = [await freePort(), await freePort()];
  const pem = path.join(folder, "check.example.com.pem");
  if (certificate) await writeFile(pem, `${certificate.cert}\n${certificate.key}\n`);
  const text = change(await readFile(example, "utf8"))
    .replace("/etc/haproxy/check.example.com.pem", pem)
    .replace("bind :80", `bind 127.0.0.1:${plainPort}`)
    .replace(certificate ? "bind :443" : /bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(certificate ? "" : /^.* redirect scheme https .*\n/m, "")
    .replaceAll(/^ {4}server attestry2.*\n/gm, "")
    .replaceAll(/^ {4}server attestry1(\S*) 127\.0\.0\.1:3000(.*)$/gm, (_, kind: string, rest: string) =>
      processes.map((address, at) => `    server attestry${at + 1}${kind} ${address}${rest}`).join("\n"),
    )
    .replace("maxconn 2000", `maxconn ${connections}`)
    // Only root can become another user.
    .replaceAll(process.getuid?.() === 0 ? "" : /^ {4}(user|group) .*\n/gm, "");
  const file = path.join(folder, "haproxy.cfg");
  await writeFile(file, text);
  const program = await startChildProgram(installed("haproxy") ?? "haproxy", ["-db", "-f", file], { signal: "TERM" });
  return { ...program, url: `http://127.0.0.1:${port}`, port, plainPort };
}

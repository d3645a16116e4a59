import { chmod, cp, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeDebian } from "../release/pack-image.ts";
import { run, withScratch } from "../release/run.ts";

const host = "check.example.com";
export const password = "seven drawn papers on a desk";

/** Installs a release on an empty Debian of this suite, boots it, and publishes a record. Throws if a line fails. */
export const tryInstall = (project: string, archive: string, suite: string): Promise<void> =>
  withScratch(`/var/tmp/attestry-${suite}-`, async (machine) => {
    console.log(`${suite}: making an empty system …`);
    await makeDebian(suite, machine, "ca-certificates,systemd-sysv");
    // mkdtemp() makes folders that only root can enter. Users of the system enter its root folder.
    await chmod(machine, 0o755);
    await writeFile(path.join(machine, "etc/apt/apt.conf.d/answers"), 'APT::Get::Assume-Yes "true";\n');
    await cp(archive, path.join(machine, "root", path.basename(archive)));
    await cp(path.join(import.meta.dirname, "first-record.ts"), path.join(machine, "root/first-record.ts"));
    const [program = "", ...blocks] = await documentedBlocks(project);
    const started = performance.now();
    await inMachine(machine, program.replaceAll(/\S+\.tar\.gz/g, path.basename(archive)));
    const checked = await withoutLibrary(machine);
    await writeFile(path.join(machine, "root/steps"), [certificate, ...blocks, publish].join("\n"));
    await boot(machine);
    const seconds = Math.round((performance.now() - started) / 1000) - checked;
    console.log(`${suite}: ${await versions(machine)}. First public record after ${seconds} s.`);
  });

/** The blocks of shell of the numbered list. */
async function documentedBlocks(project: string): Promise<string[]> {
  const page = await readFile(path.join(project, "docs/operator/install.md"), "utf8");
  const [list = ""] = page.split("\n## ");
  return [...list.matchAll(/^ +```sh\n(.*?)^ +```$/gms)].map(([, block = ""]) => block.replaceAll(/^ {3}/gm, ""));
}

/** Runs lines of shell in the system before it is booted, on the network of this machine. */
const inMachine = (machine: string, lines: string) =>
  run([...nspawn(machine), "--pipe", "/bin/sh", "-eux", "-c", `cd /root; ${lines}`], "/");

const nspawn = (machine: string) => ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D", machine];

/** Without libatomic1, the program has to name it. Returns the seconds that this took. */
async function withoutLibrary(machine: string): Promise<number> {
  const started = performance.now();
  const said = await inMachine(
    machine,
    `apt-get remove libatomic1; cd /opt/attestry; node tools/ready.mjs start 2>&1 || echo refused
    apt-get install --no-install-recommends libatomic1`,
  );
  if (!/apt-get install libatomic1\).*refused/s.test(said)) throw new Error(`libatomic1 is not named:\n${said}`);
  return Math.round((performance.now() - started) / 1000);
}

/** "Put your host name and your certificate": what only an operator can do. */
const certificate = `
echo 127.0.0.1 ${host} >>/etc/hosts
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj /CN=${host} \\
  -addext subjectAltName=DNS:${host} -keyout /etc/ssl/${host}.key -out /etc/ssl/${host}.pem`;

const publish = `
export NODE_EXTRA_CA_CERTS=/etc/ssl/${host}.pem
timeout 60 sh -c 'until cat /var/lib/attestry/setup-link; do sleep 1; done'
echo '${password}' | attestry create-admin --email admin@agency.example
/opt/attestry/.runtime/node-*/bin/node /root/first-record.ts https://${host} admin@agency.example '${password}'
attestry backup
attestry backup --check
attestry doctor || true
systemctl restart attestry
systemd-analyze security attestry --no-pager | tail -1`;

const unit = `[Unit]
After=nginx.service
SuccessAction=exit
FailureAction=exit
SuccessActionExitStatus=0
FailureActionExitStatus=1
[Service]
Type=oneshot
ExecStart=/bin/sh -eux /root/steps
WorkingDirectory=/opt/attestry
StandardOutput=file:/root/said
StandardError=inherit
[Install]
WantedBy=multi-user.target
`;

/** Boots the system with a network of its own. It runs the steps and stops. */
async function boot(machine: string): Promise<void> {
  await writeFile(path.join(machine, "etc/systemd/system/steps.service"), unit);
  await symlink("../steps.service", path.join(machine, "etc/systemd/system/multi-user.target.wants/steps.service"));
  const system = ["env", "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1", ...nspawn(machine)];
  const failed = await run([...system, "--private-network", "--boot", "--console=pipe"], "/").catch(String);
  const said = await readFile(path.join(machine, "root/said"), "utf8");
  if (failed.startsWith("Error")) throw new Error(`The steps failed:\n${said}`);
  console.log(said);
}

async function versions(machine: string): Promise<string> {
  const format = "${source:Package} ${Version}, ";
  const named = await inMachine(machine, `cat /etc/debian_version; dpkg-query -W -f='${format}' nodejs nginx systemd`);
  return `Debian ${named.replace("\n", ": ").replace(/,\s*$/, "")}`;
}

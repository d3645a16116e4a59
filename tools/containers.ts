// Builds the images of deploy/compose.yaml from the archive of a release, runs them, and publishes a record:
//   npm run containers -- ARCHIVE
// Without a registry, the image of Debian is made by debootstrap. The containers have a network of their own, but the
// names of a real site: where one is, nothing is tried.
import { access, mkdir } from "node:fs/promises";
import path from "node:path";
import { password } from "./installs/try-install.ts";
import { imageNeeds, refuseUnmet, unmetNeeds } from "./release/needs.ts";
import { debian, makeDebianImage, podmanSettings } from "./release/pack-image.ts";
import { cleanUpWhenStopped, run, runAnyway, withScratch } from "./release/run.ts";

const firstRecord = path.join(import.meta.dirname, "installs/first-record.ts");

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);

/** What the programs below need besides. */
const needs = ["podman-compose", "aardvark-dns", "iptables", "unshare", "ip", "mountpoint", "tar"];

const images = ["attestry", "attestry-postgres", "attestry-caddy"].map((name) => `localhost/${name}`);

async function tryContainers(archive: string, scratch: string): Promise<void> {
  const deploy = path.join(scratch, "attestry/deploy");
  const started = performance.now();
  try {
    const base = await makeDebianImage(path.join(scratch, "debian"));
    console.log(`${base.name}, ${base.digest}, after ${seconds(started)} s.`);
    const began = Math.floor(Date.now() / 1000);
    await mkdir(path.join(scratch, "attestry"));
    await run(["tar", "-x", "-f", archive, "-C", path.join(scratch, "attestry"), "--strip-components=1"], "/");
    await mkdir(path.join(scratch, "backups"));
    const own = [...(await podmanSettings(scratch)), "SITE=localhost", `BEGAN=${began}`, `BACKUPS=${scratch}/backups`];
    await run(["sh", "make-secrets.sh"], deploy);
    await run(["chown", "1000", path.join(scratch, "backups")], "/");
    await run([...own, "podman-compose", "build", "--build-arg", `DEBIAN=${debian}`], deploy);
    console.log(`The images: built after ${seconds(started)} s.`);
    console.log(await run([...own, "unshare", "--mount", "--net", "sh", "-euc", steps(scratch)], deploy));
  } finally {
    await runAnyway(["podman", "rmi", "--force", "--ignore", ...images, debian], "/").catch(String);
  }
}

/** Without systemd, podman does not ask for the health by itself. crun refuses two kinds of control groups at once. */
const steps = (scratch: string) => `
ip link set lo up
if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi
mkdir -p /run/containers/networks
mount -t tmpfs none /run/containers/networks
stop() { podman-compose down --volumes; kill "$(cat /run/containers/networks/aardvark-dns/aardvark.pid)"; }
trap 'stop >/dev/null 2>&1 || true' EXIT
trap 'exit 1' INT TERM
podman-compose up -d 2>&1
timeout 120 sh -c 'until podman healthcheck run attestry_attestry_1; do sleep 1; done'
attestry() { podman exec -i attestry_attestry_1 "$@"; }
echo '${password}' | attestry attestry create-admin --email admin@agency.example
timeout 60 sh -c 'until podman cp attestry_caddy_1:/data/caddy/pki/authorities/local/root.crt ${scratch}/root.crt; do sleep 1; done'
NODE_EXTRA_CA_CERTS=${scratch}/root.crt '${process.execPath}' '${firstRecord}' https://localhost admin@agency.example '${password}'
test "$(attestry id -u)" = 1000
if attestry touch /attestry/file 2>/dev/null; then echo 'The container can write to its program.'; exit 1; fi
echo "First public record $(($(date +%s) - BEGAN)) s after the archive was unpacked."
timeout 120 sh -c 'until podman exec attestry_attestry_1 attestry backup --check; do sleep 1; done'
attestry attestry doctor || true
podman --version; podman-compose --version 2>/dev/null`;

const succeeds = (...command: string[]) =>
  run(command, "/").then(
    () => true,
    () => false,
  );

async function hasOldComposer(): Promise<boolean> {
  const [, version = "0"] =
    /podman-composer? version:? +([\d.]+)/.exec(await run(["podman-compose", "--version"], "/")) ?? [];
  return version.localeCompare("1.1", "en", { numeric: true }) < 0;
}

/** What would be lost or overwritten, or is missing. */
async function problemsOf(archive: string): Promise<string[]> {
  const unmet = unmetNeeds([...imageNeeds, ...needs]).map((need) => `This needs ${need}.`);
  const isThere = await access(archive).then(
    () => true,
    () => false,
  );
  if (!isThere) unmet.push(`There is no archive ${archive}.`);
  if (unmet.length > 0) return unmet;
  if (await hasOldComposer()) return ["podman-compose is older than 1.1, as on Debian 12: pip install podman-compose."];
  const found = (await succeeds("podman", "volume", "exists", "attestry_data"))
    ? ["the podman volume attestry_data"]
    : [];
  for (const image of images) if (await succeeds("podman", "image", "exists", image)) found.push(`the image ${image}`);
  return found.map((what) => `A site's containers may be here: remove ${what} if nobody needs it.`);
}

const [given] = process.argv.slice(2);
if (given === undefined) {
  console.error("Say which archive of a release: npm run containers -- ARCHIVE");
  process.exitCode = 2;
} else {
  cleanUpWhenStopped();
  const archive = path.resolve(process.env["INIT_CWD"] ?? ".", given);
  try {
    refuseUnmet(await problemsOf(archive));
    await withScratch("/var/tmp/attestry-containers-", (scratch) => tryContainers(archive, scratch));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

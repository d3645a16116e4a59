// Builds the images of deploy/compose.yaml from the archive of a release, runs them, and publishes a record:
//   npm run containers -- ARCHIVE
// Without a registry, the image of Debian is made by debootstrap. The containers have a network of their own, but the
// names of a real site: where one is, nothing is tried.
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { password } from "./installs/try-install.ts";
import { debian, makeDebianImage, missingPrograms, podmanSettings } from "./release/pack-image.ts";
import { run } from "./release/run.ts";

const firstRecord = path.join(import.meta.dirname, "installs/first-record.ts");

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);

async function tryContainers(archive: string): Promise<void> {
  const scratch = await mkdtemp("/var/tmp/attestry-containers-");
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
    await run(["podman", "rmi", "--force", debian], "/").catch(String);
    await rm(scratch, { recursive: true, force: true });
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

const siteIsHere = () =>
  run(["podman", "volume", "exists", "attestry_data"], "/").then(
    () => true,
    () => false,
  );

const [archive] = process.argv.slice(2);
const missing = missingPrograms(["podman-compose", "unshare", "ip", "iptables"]);
if (archive === undefined) {
  console.error("Say which archive of a release: npm run containers -- ARCHIVE");
  process.exitCode = 2;
} else if (missing.length > 0) {
  console.error(`Nothing was tried: this needs ${missing.join(", ")}.`);
  process.exitCode = 1;
} else if (await siteIsHere()) {
  console.error(
    "Nothing was tried: a site's containers are here (podman volume attestry_data), which this would delete.",
  );
  process.exitCode = 1;
} else {
  await tryContainers(path.resolve(process.env["INIT_CWD"] ?? ".", archive));
}

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { imageNeeds, unmetNeeds } from "./needs.ts";
import { run, runAnyway } from "./run.ts";

/** The name that the image of Debian has while images are built. */
export const debian = "localhost/attestry-debian";
/** A Debian with nothing but these packages and what every system needs. */
export const makeDebian = (suite: string, folder: string, packages: string) =>
  run(["debootstrap", "--variant=minbase", `--include=${packages}`, suite, folder], "/");

/** Debootstrap copies the name and the name server of this machine. podman gives each container its own. */
const leftOut = ["var/cache/apt/archives/*.deb", "var/lib/apt/lists/*", "etc/resolv.conf", "etc/hostname"];

type Base = { name: string; digest: string };

/** Makes the image of Debian that all images begin with, from the packages of today. No registry is needed. */
export async function makeDebianImage(folder: string): Promise<Base> {
  await makeDebian("trixie", folder, "ca-certificates");
  const excluded = leftOut.map((name) => `--exclude='./${name}'`).join(" ");
  await run(["sh", "-euc", `tar -c ${excluded} . | podman import --quiet - ${debian}`], folder);
  const version = await run(["cat", "etc/debian_version"], folder);
  const digest = await run(["podman", "image", "inspect", "--format", "{{.Digest}}", debian], folder);
  return { name: `Debian ${version} of ${new Date().toISOString().slice(0, 10)}`, digest };
}

/** Settings of podman, as environment variables. Root of a container that may not raise limits gets them here. */
export async function podmanSettings(scratch: string): Promise<string[]> {
  const file = path.join(scratch, "containers.conf");
  const ulimits = `default_ulimits = ["nofile=8192:8192", "nproc=4096:4096"]`;
  await writeFile(file, `[containers]\n${ulimits}\n[network]\nnetwork_backend = "netavark"\n`);
  return ["env", "BUILDAH_ISOLATION=chroot", "BUILDAH_FORMAT=docker", `CONTAINERS_CONF=${file}`];
}

type Unpacked = Record<"stage" | "scratch" | "folder" | "version", string>;

/** Packs the container image of an unpacked release for `podman load` and `docker load`. */
export async function packImage({ stage, scratch, folder, version }: Unpacked): Promise<string[]> {
  if (unmetNeeds(imageNeeds).length > 0) return [];
  const base = await makeDebianImage(path.join(scratch, "debian"));
  const image = `localhost/attestry:${version}`;
  const labels = { version, "base.name": base.name, "base.digest": base.digest };
  const file = `attestry-${version}-${process.platform}-${process.arch}-image.tar.gz`;
  const labelled = Object.entries(labels).map(([name, value]) => `--label=org.opencontainers.image.${name}=${value}`);
  const options = [
    "--target=attestry",
    `--tag=${image}`,
    "--file=deploy/Containerfile",
    `--build-arg=DEBIAN=${debian}`,
  ];
  try {
    await run([...(await podmanSettings(scratch)), "podman", "build", ...options, ...labelled, "."], stage);
    await run(["sh", "-euc", `podman save ${image} | gzip -n -9 >"$0"`, path.join(folder, file)], stage);
    console.log(`The image is made on ${base.name}, ${base.digest}.`);
    return [file];
  } finally {
    await runAnyway(["podman", "rmi", "--force", "--ignore", image, debian], "/");
  }
}

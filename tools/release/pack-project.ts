import { cp, glob, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { installPackages } from "../ready/packages.mjs";
import { bringRuntime } from "../ready/runtime.mjs";
import { missingFiles } from "../docs/named-files.ts";
import { refuseUnmet } from "./needs.ts";
import { packImage } from "./pack-image.ts";
import { run } from "./run.ts";

/** What a build makes and the program needs. */
const built = [
  "build",
  "src/i18n/compiled",
  "src/web/design/fonts",
  "src/web/icons",
  "src/documents/card-fonts/*.ttf",
  "src/documents/script-fonts",
];

type Packed = Record<"source" | "scratch" | "folder" | "version", string>;

/**
 * Packs all sources, because the documents name tests too; and the build, the packages and Node for this platform: tools/ready.mjs runs with any Node from 18 on
 * and hands over to the packed one. All commands work as in a clone. The list of the packages lies beside the archive
 * (CycloneDX).
 */
export async function packProject({ source, scratch, folder, version }: Packed): Promise<string[]> {
  const name = `attestry-${version}`;
  const stage = path.join(scratch, name);
  await mkdir(stage);
  const sources = path.join(scratch, "sources.tar");
  await run(["git", "archive", "--output", sources, "HEAD", "--", ".", ":(exclude).ci"], source);
  await run(["tar", "-x", "-f", sources, "-C", stage], source);
  refuseUnmet(missingFiles(stage).map((missing) => `Pack what a document names, or do not name it: ${missing}`));
  for await (const file of glob(built, { cwd: source })) {
    await cp(path.join(source, file), path.join(stage, file), { recursive: true, filter: isNoCache });
  }
  await installPackages(stage, process.execPath, "--omit=dev");
  await mkdir(path.join(stage, ".runtime"));
  await bringRuntime(path.join(stage, ".runtime"));

  const archive = `${name}-${process.platform}-${process.arch}.tar.gz`;
  const date = await run(["git", "log", "-1", "--format=%cI"], source);
  const sameForAll = ["--sort=name", `--mtime=${date}`, "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX"];
  const options = [...sameForAll, "--use-compress-program=gzip -n -9"];
  await run(["tar", "-c", ...options, "-f", path.join(folder, archive), name], scratch);

  const bill = `${name}.cyclonedx.json`;
  const packages = await run(["npm", "sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--omit=dev"], stage);
  await writeFile(path.join(folder, bill), `${packages}\n`);
  return [archive, bill, ...(await packImage({ stage, scratch, folder, version }))];
}

/** Node keeps compiled code for one version and one machine. */
const isNoCache = (file: string) => !file.endsWith("build/compiled");

import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { refuseUnusableDataFolder } from "#server/data-folder.ts";
import { secretBesideRecords, secretFileIn } from "#server/secret-file.ts";
import { databaseFile } from "#storage/database/open-database.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";
import { blobFolder } from "./open-parts.ts";

/** Only one user of the machine may have access to the secret, to its folder and to the files in it. */
export async function checkPermissions({ config }: SiteParts): Promise<Finding> {
  const { DATA_DIR, SECRET } = config;
  const secretFile = secretFileIn(DATA_DIR);
  refuseUnusableDataFolder(config);
  if (!existsSync(DATA_DIR))
    return wrong(`There is no folder ${DATA_DIR}.`, "Check DATA_DIR. The first start creates it.");
  const hasFile = existsSync(secretFile);
  if (SECRET === "" && !hasFile) {
    return wrong(
      `There is no secret: ${secretFile} is missing.`,
      "Restore it from your card or your copy before you start the site.",
    );
  }
  const { uid: owner } = await stat(DATA_DIR);
  const paths = [DATA_DIR, secretFile, databaseFile(config.DATABASE_URL, config.DATA_DIR), blobFolder(config)];
  for (const path of paths.filter((each) => each !== null && existsSync(each))) {
    const { mode, uid } = await stat(path ?? "");
    if ((mode & 0o077) !== 0) return wrong(`Other users of this machine may open ${path}.`, `chmod go= ${path}`);
    if (uid !== owner)
      return wrong(`${path} belongs to another user (${uid}) than DATA_DIR (${owner}).`, `chown ${owner} ${path}`);
  }
  const me = process.getuid?.();
  const beside = secretBesideRecords(config);
  const found = `Only user ${owner} can read ${hasFile ? `${DATA_DIR} and the secret` : DATA_DIR}.${beside === null ? "" : ` ${beside}`}`;
  if (SECRET !== "" && hasFile)
    return warning(
      `${found} SECRET is set, and ${secretFile} is not used.`,
      "Remove the file if nothing needs it, so that nobody thinks it is in use.",
    );
  if (me !== undefined && me !== 0 && me !== owner)
    return warning(`${found} This command runs as user ${me}.`, "Run it as the user of the service.");
  return ok(found);
}

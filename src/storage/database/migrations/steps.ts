import { StartRefused } from "#core/errors.ts";
import { ground } from "./0001-ground.ts";
import { images } from "./0002-images.ts";
import { accounts } from "./0003-accounts.ts";
import { letters } from "./0004-letters.ts";
import { limits } from "./0005-limits.ts";
import { lookups } from "./0006-lookups.ts";
import { idempotency } from "./0007-idempotency.ts";
import { reports } from "./0008-reports.ts";
import { drafts } from "./0009-drafts.ts";
import { posts } from "./0010-posts.ts";
import { classes } from "./0011-classes.ts";
import { draftsOfWindows } from "./0012-drafts-of-windows.ts";
import { postSearch } from "./0013-post-search.ts";
import { lookupsApart } from "./0014-lookups-apart.ts";
import type { Migration } from "./migration.ts";

/** The place in a list is the version that a step leads to. */
export const steps: readonly Migration[] = [
  ground,
  images,
  accounts,
  letters,
  limits,
  lookups,
  idempotency,
  reports,
  drafts,
  posts,
  classes,
  draftsOfWindows,
  postSearch,
  lookupsApart,
];

/** Of the file that SQLite has for lookups. */
export const stepsOfLookups: readonly Migration[] = [lookups];

export const versionTable = "create table if not exists schema_version (version integer not null)";
export const readVersion = "select coalesce(max(version), 0) as version from schema_version";

export function stepsFrom(version: number, all: readonly Migration[]): Migration[] {
  if (version <= all.length) return all.slice(version);
  throw new StartRefused(
    `The database was written by a newer Attestry (schema ${version}, this one knows ${all.length}): start that version.`,
  );
}

import { type FileHandle, open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

/**
 * Loaded before the program (`node --import`), this file breaks one of its promises, which the tests must detect.
 * ATTESTRY_TEST_SPOILT is the promise to break.
 */
const spoilt = process.env["ATTESTRY_TEST_SPOILT"];

const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "exec")?.value as DatabaseSync["exec"];
const replaceExec = (replacement: (this: DatabaseSync, text: string) => void) =>
  Object.defineProperty(DatabaseSync.prototype, "exec", { value: replacement });

/** No commit waits for the disk: a power cut loses acknowledged writes. */
function neverSyncDatabase(): void {
  replaceExec(function (text) {
    exec.call(this, text.replace("synchronous = full", "synchronous = off"));
  });
}

/** Acknowledges a commit half a second before it happens: kill -9 loses acknowledged writes. */
function commitLater(): void {
  const late = new Set<DatabaseSync>();
  replaceExec(function (text) {
    if (!this.isTransaction || !["begin immediate", "commit"].includes(text)) exec.call(this, text);
    else late.add(this);
  });
  const commitAll = () => {
    for (const connection of late) if (connection.isTransaction) exec.call(connection, "commit");
    late.clear();
  };
  setInterval(commitAll, 500).unref();
}

/** Replaces the sync of files and folders. */
async function replaceSync(
  replacement: (handle: FileHandle, sync: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await using handle = await open("/");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  const sync = Object.getOwnPropertyDescriptor(prototype, "sync")?.value as FileHandle["sync"];
  Object.defineProperty(prototype, "sync", {
    async value(this: FileHandle) {
      await replacement(this, () => sync.call(this));
    },
  });
}

if (spoilt === "database") neverSyncDatabase();
if (spoilt === "commit") commitLater();
// Folders are not synced: the content of a new file is on the disk, but its name is not.
if (spoilt === "folders")
  await replaceSync(async (handle, sync) => void ((await handle.stat()).isDirectory() || (await sync())));
// Errors of a sync are ignored.
if (spoilt === "errors") await replaceSync((_, sync) => sync().catch(() => undefined));

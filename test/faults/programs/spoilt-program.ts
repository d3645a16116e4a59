import { type FileHandle, open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

/**
 * Loaded before the program (`node --import`), this breaks one of its promises, which the tests have to notice.
 * ATTESTRY_TEST_SPOILT says which.
 */
const spoilt = process.env["ATTESTRY_TEST_SPOILT"];

const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "exec")?.value as DatabaseSync["exec"];
const replaceExec = (replacement: (this: DatabaseSync, text: string) => void) =>
  Object.defineProperty(DatabaseSync.prototype, "exec", { value: replacement });

/** Nothing waits for the disk: a power cut takes what was acknowledged. */
function neverSyncDatabase(): void {
  replaceExec(function (text) {
    exec.call(this, text.replace("synchronous = full", "synchronous = off"));
  });
}

/** Says that it is written, and writes half a second later: kill -9 takes what was acknowledged. */
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

/** What becomes of each sync of a file or folder. */
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
// A file's content is on the disk, but its new name is not.
if (spoilt === "folders")
  await replaceSync(async (handle, sync) => void ((await handle.stat()).isDirectory() || (await sync())));
// Nobody hears that the disk failed.
if (spoilt === "errors") await replaceSync((_, sync) => sync().catch(() => undefined));

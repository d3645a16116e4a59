import type { Portal } from "#operations/portal/portal.ts";
import { withOverrides } from "#storage/blobs/blob-store.ts";

/**
 * The same portal, but it dies at its nth write to the database or to the store of files: right before the commit, or
 * right after it. From then on it changes nothing, whatever still runs in it.
 */
export function dyingAt(portal: Portal, nth: number, when: "before" | "after" = "before"): Portal {
  let [writes, isDead] = [0, false];
  const dieIf = (isTime: boolean) => {
    isDead ||= isTime;
    if (isDead) throw new Died();
  };
  const dieNow = (at: typeof when) => dieIf(writes === nth && when === at);
  const write: Portal["database"]["write"] = async (work) => {
    dieIf(false);
    const result = await portal.database.write(async (writer) => {
      const done = await work(writer);
      writes += 1;
      dieNow("before");
      return done;
    });
    dieNow("after");
    return result;
  };
  const blobs = withOverrides(portal.blobs, {
    async write(name, bytes) {
      writes += 1;
      dieNow("before");
      await portal.blobs.write(name, bytes);
      dieNow("after");
    },
    async remove(name) {
      dieIf(false);
      await portal.blobs.remove(name);
    },
  });
  const database = new Proxy(portal.database, {
    get(target, name) {
      const part: unknown = name === "write" ? write : Reflect.get(target, name, target);
      return typeof part === "function" ? part.bind(target) : part;
    },
  });
  return { ...portal, database, blobs };
}

export class Died extends Error {
  override readonly message = "died";
}

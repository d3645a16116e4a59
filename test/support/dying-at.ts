import type { Portal } from "#operations/portal.ts";

/** The same portal, but it dies at its nth write: right before the commit, or right after it. */
export function dyingAt(portal: Portal, nth: number, when: "before" | "after" = "before"): Portal {
  let writes = 0;
  const write: Portal["database"]["write"] = async (work) => {
    const result = await portal.database.write(async (writer) => {
      const done = await work(writer);
      if ((writes += 1) === nth && when === "before") throw new Died();
      return done;
    });
    if (writes === nth) throw new Died();
    return result;
  };
  const database = new Proxy(portal.database, {
    get(target, name) {
      const part: unknown = name === "write" ? write : Reflect.get(target, name, target);
      return typeof part === "function" ? part.bind(target) : part;
    },
  });
  return { ...portal, database };
}

export class Died extends Error {
  override readonly message = "died";
}

import { createHook } from "node:async_hooks";

/** The number of password hashes that begin in this process during `work`. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({ init: (_, type) => void (hashes += type === "SCRYPTREQUEST" ? 1 : 0) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}

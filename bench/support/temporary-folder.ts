import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone at the end. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), "attestry-bench-"));

import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder that is removed when it is disposed of. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), "attestry-bench-"));

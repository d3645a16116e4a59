import { installed } from "../support/processes/child-program.ts";

const isRoot = process.getuid?.() === 0;

/** Returns the needs of a row that this machine lacks: "root", or names of programs. */
export const missingNeeds = (needs: readonly string[]): string[] =>
  needs.filter((need) => (need === "root" ? !isRoot : installed(need) === undefined));

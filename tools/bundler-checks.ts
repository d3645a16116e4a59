/**
 * Turns off two warnings of the bundler. On a slow machine nobody can mend a slow build. And what a lookup does not need is
 * imported when it is used, also where the program has it in memory from its start (`test/house/reach.test.ts`).
 */
export const checks = { bundlerTimings: false, ineffectiveDynamicImport: false };

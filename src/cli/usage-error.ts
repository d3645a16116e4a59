import { StartRefused } from "#core/errors.ts";

/** The command line itself cannot be understood: one line, exit code 2. */
export class UsageError extends StartRefused {}

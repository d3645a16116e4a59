import { StartRefused } from "#core/errors.ts";

/** The command line cannot be understood. It is answered with one line and exit code 2. */
export class UsageError extends StartRefused {}

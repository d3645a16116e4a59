import { StartRefused } from "#core/errors.ts";

/** A part of a backup that is missing or changed. */
export class BackupDamaged extends StartRefused {
  constructor(part: string) {
    super(`The backup is damaged: ${part} is missing or not what was written. Nothing was changed.`);
  }
}

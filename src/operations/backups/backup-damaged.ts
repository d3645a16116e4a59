import { StartRefused } from "#core/errors.ts";

/** A part of a backup that is missing or changed. */
export class BackupDamaged extends StartRefused {
  constructor(part: string) {
    super(
      `The backup is damaged: ${part} is missing or not what was written. Nothing was changed. ` +
        `"attestry restore --at TIME" takes the last whole one before a time. If you remove ${part} there, the next backup sends it again.`,
    );
  }
}

import { StartRefused } from "#core/errors.ts";

export class BackupDamaged extends StartRefused {
  constructor(part: string) {
    super(
      `The backup is damaged: ${part} is missing or not what was written. Nothing was changed. ` +
        `"attestry restore --at TIME" uses the last complete backup before a time. If you remove ${part} there, the next backup sends it again.`,
    );
  }
}

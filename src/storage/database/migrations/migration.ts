/** One step forward. There are no steps back: restore a backup instead. */
export type Migration = { sqlite: string; postgres: string };

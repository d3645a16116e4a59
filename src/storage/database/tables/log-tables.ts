export type LogTables = {
  /** One tree of the public log. After a restore to an older state the next one begins: decision 0030. */
  log_tree: {
    id: string;
    registry: string;
    /** From 1. The last one of a registry grows. */
    generation: number;
    /** What its checkpoints are signed as. */
    origin: string;
    /** How many leaves it has. */
    size: number;
    begun_at: number;
    ended_at: number | null;
  };

  /** The newest checkpoint of a tree. */
  log_checkpoint: {
    tree_id: string;
    size: number;
    root: Uint8Array;
    /** As it is served, with the cosignatures that it has. */
    note: string;
    signed_at: number;
  };

  log_leaf: {
    tree_id: string;
    position: number;
    entry: Uint8Array;
  };

  /** Up to 256 hashes. Those of level 0 are there once they are complete, others grow. */
  log_tile: {
    tree_id: string;
    level: number;
    place: number;
    hashes: Uint8Array;
  };
};

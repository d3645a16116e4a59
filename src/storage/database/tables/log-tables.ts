export type LogTables = {
  /** One tree of the public log. After a restore to an older state the next tree begins: decision 0030. */
  log_tree: {
    id: string;
    registry: string;
    /** Counted from 1. Only the last generation of a registry grows. */
    generation: number;
    /** The name under which its checkpoints are signed. */
    origin: string;
    /** The number of leaves. */
    size: number;
    begun_at: number;
    ended_at: number | null;
  };

  /** The newest checkpoint of a tree. */
  log_checkpoint: {
    tree_id: string;
    size: number;
    root: Uint8Array;
    /** The checkpoint as it is served, with the cosignatures that it has. */
    note: string;
    signed_at: number;
  };

  log_leaf: {
    tree_id: string;
    position: number;
    entry: Uint8Array;
  };

  /** Up to 256 hashes. A tile of level 0 is stored only once it is complete; tiles of other levels grow. */
  log_tile: {
    tree_id: string;
    level: number;
    place: number;
    hashes: Uint8Array;
  };
};

export type LogState = {
  /** When this process last compared the outside copies. */
  comparedAt: number;
  /** For each witness: the size of the tree that it saw last, according to its response, and when it last failed. */
  witnesses: Map<string, { size: number; failedAt: number }>;
};

export const newLogState = (): LogState => ({ comparedAt: 0, witnesses: new Map() });

/** What this process remembers of the log. */
export type LogState = {
  /** When it last looked at the outside copies. */
  comparedAt: number;
  /** Of each witness: the tree that it saw last, by what it said, and when it last did not answer. */
  witnesses: Map<string, { size: number; failedAt: number }>;
};

export const newLogState = (): LogState => ({ comparedAt: 0, witnesses: new Map() });

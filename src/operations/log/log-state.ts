/** What this process remembers of the log. */
export type LogState = {
  /** When it last looked at the outside copies. */
  comparedAt: number;
};

export const newLogState = (): LogState => ({ comparedAt: 0 });

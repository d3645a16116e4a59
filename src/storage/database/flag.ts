/** Both engines keep a yes or no as a number: SQLite has nothing else. */
export type Flag = 0 | 1;

/** The words of a receipt that people file: a page in A4. */
export type ReceiptPage = {
  language: "en" | "bn";
  title: string;
  operator: { name: string; licence: string };
  site: { host: string; address: string };
  facts: readonly { term: string; words: string }[];
  /** What the receipt says and does not say. */
  notes: readonly string[];
  answers: readonly { digest: string; words: string }[];
  foot: readonly string[];
  /** The link that holds the whole receipt, and its words. Null for a list, which has the receipt in a file of its own. */
  link: { words: string; to: string } | null;
  madeAt: number;
};

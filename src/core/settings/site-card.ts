/** What stands on the picture that other pages show beside a link to the site. */
export type SiteCard = {
  name: string;
  /** Empty where nobody has said it. */
  licence: string;
  claims: readonly string[];
  /** That the operator is not a government. */
  statements: readonly string[];
};

/** Whether our own letters can write it: Latin ones of western Europe, and Bangla. */
export const canBeWritten = (text: string): boolean =>
  /^[\u0020-\u007e\u00a0-\u00ff\u0964\u0965\u0980-\u09fe\u200c\u200d–—‘’“”•…₹]*$/.test(text);

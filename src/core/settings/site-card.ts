/** The texts of the picture that other pages show beside a link to the site. */
export type SiteCard = {
  name: string;
  /** WebP, base64. */
  logo: string | null;
  /** Empty where it is not set. */
  licence: string;
  claims: readonly string[];
  /** That the operator is not a government. */
  statements: readonly string[];
};

/** Whether our fonts have all its letters: western European Latin, and Bangla. */
export const canBeWritten = (text: string): boolean =>
  /^(?:[ -~\u00a0-\u00ff–—‘’“”•…₹]|\p{Script_Extensions=Bengali}|\p{Join_Control})*$/u.test(text);

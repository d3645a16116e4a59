/** The texts of the preview image that other sites show with a link to this site. */
export type SiteCard = {
  name: string;
  /** WebP, base64. */
  logo: string | null;
  /** Empty if no licence is set. */
  licence: string;
  claims: readonly string[];
  /** The statements that the operator is not a government. */
  statements: readonly string[];
};

/** True if our fonts have all letters of the text: western European Latin, and Bangla. */
export const canBeWritten = (text: string): boolean =>
  /^(?:[ -~\u00a0-\u00ff–—‘’“”•…₹]|\p{Script_Extensions=Bengali}|\p{Join_Control})*$/u.test(text);

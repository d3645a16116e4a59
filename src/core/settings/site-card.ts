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

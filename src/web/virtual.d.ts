declare module "virtual:enhance" {
  /** The address of the public pages' script. */
  export const enhanceScript: string;
}

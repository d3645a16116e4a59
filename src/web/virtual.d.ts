declare module "virtual:accounts-script" {
  /** The address of the script of sign-in and account pages. */
  export const accountsScript: string;
}

declare module "virtual:enhance" {
  /** The address of the public pages' script. */
  export const enhanceScript: string;
}

declare module "virtual:accounts-script" {
  export const accountsScript: string;
}

declare module "virtual:check-script" {
  export const checkScript: string;
  /** The address of the script and of all that it may fetch. */
  export const files: readonly string[];
}

declare module "virtual:catalog-versions" {
  import type { AddedLanguage } from "#core/settings/languages.ts";

  /** Another as soon as a word of the language changes. */
  export const catalogVersions: Readonly<Record<AddedLanguage, string>>;
}

declare module "virtual:enhance" {
  export const enhanceScript: string;
  export const files: readonly string[];
}

declare module "virtual:shell-worker" {
  /** The text of the service worker. It wants `shell` written before it. */
  export const shellWorker: string;
}

declare module "virtual:embed" {
  /** The text of the script for other sites. It wants `offer` written before it. */
  export const embedScript: string;
}

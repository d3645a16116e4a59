declare module "virtual:accounts-script" {
  export const accountsScript: string;
}

declare module "virtual:check-script" {
  export const checkScript: string;
  /** The addresses of the script and of all chunks that it may load. */
  export const files: readonly string[];
}

declare module "virtual:enhance" {
  export const enhanceScript: string;
  export const files: readonly string[];
}

declare module "virtual:shell-worker" {
  /** The text of the service worker. It needs the constant `shell` in front of it. */
  export const shellWorker: string;
}

declare module "virtual:embed" {
  /** The text of the script for other sites. It needs the constant `offer` in front of it. */
  export const embedScript: string;
}

declare module "lucide/dist/esm/icons/*.mjs" {
  import type { IconNode } from "lucide";
  const icon: IconNode;
  export default icon;
}

type Rules = {
  createHTML: (html: string, type: string, sink: string) => string | null;
  createScriptURL: (address: string) => string | null;
};

/** The part of Trusted Types that this site uses. TypeScript's own types do not have it yet. */
type TrustedTypes = { defaultPolicy: object | null; createPolicy: (name: "default", rules: Rules) => object };

/**
 * The policy of every page refuses text that would become HTML or a script (`require-trusted-types-for`). This allows the
 * two that the site needs: reading an answer into a document of its own, and workers from this site.
 */
export function allowOwnScripts({ trustedTypes }: Window & { trustedTypes?: TrustedTypes } = window): void {
  // Each of our scripts calls this, and a page may have two of them.
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy("default", {
    createHTML: (html, _, sink) => (sink === "DOMParser parseFromString" ? html : null),
    createScriptURL: (address) =>
      new URL(address, location.href).href.startsWith(`${location.origin}/`) ? address : null,
  });
}

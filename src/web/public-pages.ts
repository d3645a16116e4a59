import { lookupPages } from "#core/candidates/lookup-pages.ts";

/** Every address that strangers and search engines may know, in their order. */
export const publicPages: readonly string[] = [...Object.keys(lookupPages), "/report"];

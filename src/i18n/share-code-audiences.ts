import type { ShareAudience } from "#core/holders/share-codes.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Locale } from "#i18n/compiled/runtime.js";

export const shareAudienceWords: Record<ShareAudience, typeof m.share_whom_other> = {
  employer: m.share_whom_employer,
  authority: m.share_whom_authority,
  agency: m.share_whom_agency,
  bank: m.share_whom_bank,
  landlord: m.share_whom_landlord,
  other: m.share_whom_other,
};

/** Returns the name of an audience as visitors with the code see it, also on images. */
export const sharedWith = (whom: ShareAudience, options: { locale?: Locale } = {}): string =>
  whom === "other" ? m.share_chosen({}, options) : shareAudienceWords[whom]({}, options);

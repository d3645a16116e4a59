import type { ShareAudience } from "#core/holders/share.ts";
import { m } from "./compiled/messages.js";
import type { Locale } from "./compiled/runtime.js";

/** For whom a share code is, as its maker chooses it. */
export const shareAudienceWords: Record<ShareAudience, typeof m.share_whom_other> = {
  employer: m.share_whom_employer,
  authority: m.share_whom_authority,
  agency: m.share_whom_agency,
  bank: m.share_whom_bank,
  landlord: m.share_whom_landlord,
  other: m.share_whom_other,
};

/** The same for whoever sees it, and on pictures. */
export const sharedWith = (whom: ShareAudience, options: { locale?: Locale } = {}): string =>
  whom === "other" ? m.share_chosen({}, options) : shareAudienceWords[whom]({}, options);

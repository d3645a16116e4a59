import type { IconNode } from "lucide";
import bookUser from "lucide/dist/esm/icons/book-user.mjs";
import briefcase from "lucide/dist/esm/icons/briefcase-business.mjs";
import factory from "lucide/dist/esm/icons/factory.mjs";
import filePenLine from "lucide/dist/esm/icons/file-pen-line.mjs";
import fileText from "lucide/dist/esm/icons/file-text.mjs";
import fingerprint from "lucide/dist/esm/icons/fingerprint-pattern.mjs";
import handshake from "lucide/dist/esm/icons/handshake.mjs";
import heartPulse from "lucide/dist/esm/icons/heart-pulse.mjs";
import idCard from "lucide/dist/esm/icons/id-card.mjs";
import mailOpen from "lucide/dist/esm/icons/mail-open.mjs";
import plane from "lucide/dist/esm/icons/plane.mjs";
import shield from "lucide/dist/esm/icons/shield.mjs";
import userRound from "lucide/dist/esm/icons/user-round.mjs";
import { type AnyKind, isOwnPaper, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { isSpecifiedKind, type SpecifiedKind } from "#core/records/document-kinds.ts";

const icons: Readonly<Record<SpecifiedKind, IconNode>> = {
  photo: userRound,
  workPermit: briefcase,
  jobOffer: handshake,
  application: filePenLine,
  lmia: factory,
  visaPaper: bookUser,
  medical: heartPulse,
  policeClearance: shield,
  fingerprint,
  ticket: plane,
  visaApproval: mailOpen,
  idCard,
};

/** What stands in the empty place of a document. */
export function documentIcon(kind: AnyKind, papers: readonly Pick<OwnPaper, "id" | "icon">[] = []): IconNode {
  const of = isOwnPaper(kind) ? papers.find(({ id }) => id === kind)?.icon : kind;
  return of && isSpecifiedKind(of) ? icons[of] : fileText;
}

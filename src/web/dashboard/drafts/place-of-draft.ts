import { href } from "react-router";
import type { PageDraftKind } from "#core/page-draft.ts";
import { sectionIds } from "#core/settings/sections.ts";
import type { WithFeatures } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { leadsToPage } from "../../frame/links-that-lead.ts";
import { pages } from "../../pages.ts";
import { updateAddress } from "../record-list/record-links.tsx";
import { addressOfOwnField, addressOfOwnPaper, sectionPath, settingsPageAt } from "../settings/settings-pages.ts";

type Draft = { of: string; rest: string; seat: { id: string; person: string } | null };

/** The page that has the form of a draft, and what the form is called there. */
type Place = { path: string; label: string };

const onRecord = ({ of: id }: Draft) => href(pages.record.path, { id });
const onHolder = ({ of: id }: Draft) => href(pages.holderLink.path, { id });
const onReport = ({ of: id }: Draft) => href(pages.answerReport.path, { id });

const places: Record<PageDraftKind, (draft: Draft, site: WithFeatures) => Place | null> = {
  record: ({ of }) => ({ path: updateAddress(of), label: m.update_user() }),
  comment: (draft) => ({ path: onRecord(draft), label: m.comment_send() }),
  reason: (draft) => ({ path: onRecord(draft), label: m.send_back_record() }),
  keep: (draft) => ({ path: onRecord(draft), label: m.retention_keep() }),
  card: (draft) => ({ path: onHolder(draft), label: m.holder_link_make() }),
  freeze: (draft) => ({ path: onHolder(draft), label: m.holder_link_freeze_title() }),
  post: ({ of: id }) =>
    id === "new"
      ? { path: pages.addPost.path, label: m.post_new() }
      : { path: href(pages.updatePost.path, { id }), label: m.post_edit() },
  answer: (draft) => ({ path: onReport(draft), label: m.reports_answer() }),
  outcome: (draft) => ({ path: onReport(draft), label: m.reports_close() }),
  organisation: ({ of: id }) =>
    id === "new"
      ? { path: pages.organisations.path, label: m.organisations_title() }
      : { path: href(pages.organisation.path, { id }), label: m.organisation_facts() },
  class: ({ of: id }) =>
    id === "new"
      ? { path: pages.addClass.path, label: m.class_add() }
      : { path: href(pages.updateClass.path, { id }), label: m.class_edit() },
  payment: ({ seat }) => ({
    path: seat ? href(pages.studentPayments.path, seat) : pages.classes.path,
    label: m.class_payments(),
  }),
  void: ({ of: id }) => ({ path: href(pages.voidPayment.path, { id }), label: m.class_void_it() }),
  import: ({ of: id }) => ({ path: href(pages.importColumns.path, { id }), label: m.import_title() }),
  text: ({ of: page, rest: language }) => ({
    path: `${pages.texts.path}?${new URLSearchParams({ page, language }).toString()}`,
    label: m.texts_title(),
  }),
  menus: ({ of: part }) => ({ path: `${pages.menus.path}?part=${part}`, label: m.menus_title() }),
  settings: ({ of: section }, site) => inSettings(section, site),
  field: ({ of: id }) => ({ path: addressOfOwnField(id), label: m.own_field_title() }),
  number: () => ({ path: pages.secondNumber.path, label: m.second_number_title() }),
  paper: ({ of: id }) => ({ path: addressOfOwnPaper(id), label: m.own_paper_title() }),
  provider: () => ({ path: pages.signIn.path, label: m.sign_in_title() }),
};

function inSettings(section: string, site: WithFeatures): Place | null {
  const id = sectionIds.find((one) => one === section);
  const path = id ? sectionPath(id) : pages.mailServer.path;
  const page = settingsPageAt(site, path);
  return page ? { path, label: page.label() } : null;
}

/** Null for a draft of a page that this site does not have now. */
export function placeOfDraft(draft: Draft & { kind: PageDraftKind }, site: WithFeatures): Place | null {
  const place = places[draft.kind](draft, site);
  return place && leadsToPage(site, place.path) ? place : null;
}

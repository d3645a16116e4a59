import type { Actor } from "#core/accounts/actor.ts";
import { heldWords } from "#i18n/held-words.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { readLeftBehind } from "#operations/accounts/left-behind.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { pages } from "../../pages.ts";
import type { LeftLine, ShownLeft } from "./left-behind.tsx";

/** What a person leaves, in words, with the pages on which to look at it. Kinds of which there is nothing are left out. */
export async function shownLeft(portal: Portal, actor: Actor, id: string): Promise<ShownLeft> {
  const left = await readLeftBehind(portal, actor, id);
  const list = (search: Record<string, string>) => `${pages.records.path}?${new URLSearchParams(search).toString()}`;
  const history = `${pages.audit.path}?${new URLSearchParams({ by: id }).toString()}`;
  const line = (label: string, count: number, to: string | null, names: readonly string[] = []): LeftLine[] =>
    count === 0 ? [] : [{ label, count: writtenCount(count), to, names: names.join(" · ") }];
  const named = (label: string, names: readonly string[], to: string | null) => line(label, names.length, to, names);
  return {
    pages: left.pages,
    morePages: left.morePages > 0 ? writtenCount(left.morePages) : "",
    lines: [
      ...line(
        m.left_cards(),
        left.cards.length + left.moreCards,
        null,
        left.cards.map(({ name }) => name),
      ),
      ...named(m.left_invitations(), left.invitations, pages.invite.path),
      ...named(
        m.left_held(),
        left.held.map(({ change, name }) => heldWords(change, name)),
        pages.dashboard.path,
      ),
      ...named(
        m.left_people(),
        left.people.map(({ name }) => name),
        pages.people.path,
      ),
      ...line(m.left_waiting(), left.waiting, list({ by: id, state: "waiting" })),
      ...line(m.left_assigned(), left.assigned, list({ assigned: id })),
      ...line(m.left_runs(), left.runs, history),
      ...line(m.left_keys(), left.apiKeys, null),
      ...line(m.left_webhooks(), left.webhooks, pages.settings.path),
      ...line(m.left_lists(), left.lists, history),
      ...line(m.left_taken(), left.taken, history),
    ],
    history,
  };
}

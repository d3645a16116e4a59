import type { WithFeatures } from "#core/settings/features.ts";
import { fillIn } from "#core/texts/fill-in.ts";
import { type FilledBlock, parseMarkup, type Piece } from "#core/texts/markup.ts";
import { leadsToPage } from "../frame/links-that-lead.ts";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { blanksOf } from "./blanks.ts";

type Site = WithFeatures & Pick<SiteFacts, "operator" | "address">;

/** A text as visitors see it. Without the items of lists that lead to a page whose feature is off; elsewhere such a link is words. */
export function shownText(body: string, site: Site): FilledBlock[] {
  const isLost = (piece: Piece) => piece.kind === "link" && !leadsToPage(site, piece.to);
  const withoutLink = (piece: Piece): Piece => (isLost(piece) ? { ...piece, kind: "words" } : piece);
  return fillIn(parseMarkup(body), blanksOf(site.operator, site.address))
    .map(({ kind, lines }) => ({
      kind,
      lines:
        kind === "list" || kind === "steps"
          ? lines.filter((line) => !line.some(isLost))
          : lines.map((line) => line.map(withoutLink)),
    }))
    .filter(({ lines }) => lines.length > 0);
}

import type { SiteCard } from "#core/settings/site-card.ts";
import { drawCard } from "./draw-card.ts";

/** The child process that draws one card, and ends. */

process.once("message", (card: SiteCard) => void answer(card));
process.on("disconnect", () => process.exit());

async function answer(card: SiteCard): Promise<void> {
  const png = await drawCard(card);
  process.send?.(png, undefined, undefined, () => process.exit());
}

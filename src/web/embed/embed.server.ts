import { embedScript } from "virtual:embed";
import { operatorName } from "#core/settings/operator-name.ts";
import { m } from "#i18n/compiled/messages.js";
import { type OfferedLocale, offeredLocales } from "#i18n/offered-locales.ts";
import type { EmbedWords, Offer } from "./embed.ts";
import type { MakeSiteFile } from "../site-files/site-file.server.ts";

/** The script with which another page offers a look-up: it writes a plain form that leads here. */
export const embed: MakeSiteFile = async (visit) => {
  const { operator } = await visit.settings();
  const name = operatorName(operator, visit.portal.publicOrigin);
  const words = Object.fromEntries(offeredLocales.map((locale) => [locale, wordsIn(locale, name)]));
  return {
    type: "text/javascript; charset=utf-8",
    content: `{const offer=${JSON.stringify({ page: "/Check_Visa", words } satisfies Offer)};\n${embedScript}}`,
    isForOthers: true,
  };
};

const wordsIn = (locale: OfferedLocale, operator: string): EmbedWords => ({
  label: m.either_number({}, { locale }),
  button: m.search({}, { locale }),
  note: m.embed_note({ operator }, { locale }),
});

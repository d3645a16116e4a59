import { embedScript } from "virtual:embed";
import { operatorName } from "#core/settings/operator-name.ts";
import { type ReadSecondNumber, readSecondNumber } from "#core/records/second-number.ts";
import { m } from "#i18n/compiled/messages.js";
import { eitherNumberLabel } from "#i18n/either-number.ts";
import { type OfferedLocale, offeredLocales } from "#i18n/offered-locales.ts";
import type { EmbedWords, Offer } from "./embed.ts";
import { pages } from "../pages.ts";
import type { MakeSiteFile } from "../frame/site-file.server.ts";

/** The script that another site includes to offer a lookup. It writes a plain form that leads to our site. */
export const embed: MakeSiteFile = async (visit) => {
  const { operator, lookupPolicy, secondNumber } = await visit.settings();
  const isByCode = lookupPolicy === "code";
  const page = isByCode ? pages.code.path : "/Check_Visa";
  const name = operatorName(operator, visit.portal.publicOrigin);
  const words = Object.fromEntries(
    offeredLocales.map((locale) => [
      locale,
      isByCode ? wordsOfLink(locale, name) : wordsIn(locale, name, readSecondNumber(secondNumber, locale)),
    ]),
  );
  return {
    type: "text/javascript; charset=utf-8",
    content: `{const offer=${JSON.stringify({ page, words } satisfies Offer)};\n${embedScript}}`,
    isForOthers: true,
  };
};

const wordsIn = (locale: OfferedLocale, operator: string, second: ReadSecondNumber): EmbedWords => ({
  label: eitherNumberLabel(second, { locale }),
  button: m.search({}, { locale }),
  note: m.embed_note({ operator }, { locale }),
});

const wordsOfLink = (locale: OfferedLocale, operator: string): EmbedWords => ({
  label: "",
  button: m.code_title({}, { locale }),
  note: m.needs_code({ operator }, { locale }),
});

import type { Blanks } from "#core/texts/fill-in.ts";
import type { Piece } from "#core/texts/markup.ts";
import { licenceIn } from "#core/settings/operator-name.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Operator } from "../frame/site/site-facts.ts";
import { telephoneLink } from "#design/telephone-link.ts";

const words = (text: string): Piece | null => (text === "" ? null : { kind: "words", text });

/** Returns a link, or only the text if `to` is null. Null if the text is empty. */
const link = (text: string, to: string | null): Piece | null =>
  text === "" || to === null ? words(text) : { kind: "link", text, to };

export const blanksOf = (
  { name, licenceRegister, address, phone, email, ...operator }: Operator,
  site: string,
): Blanks => ({
  operator: words(name),
  site: words(URL.parse(site)?.host ?? ""),
  licence: words(licenceIn(spokenLocale(), operator)),
  register: licenceRegister === "" ? null : link(m.licence_register(), licenceRegister),
  address: words(address),
  phone: link(phone, telephoneLink(phone)),
  email: link(email, `mailto:${email}`),
});

import { dayMs } from "#core/durations.ts";
import { languagesOn } from "#core/settings/languages.ts";
import { telephoneLink } from "#design/telephone-link.ts";
import type { MakeSiteFile } from "../frame/site-file.server.ts";

/** RFC 9116 asks for less than a year. */
const validForDays = 180;

/** Tells whom to write to about a weakness. Without a contact there is no file: RFC 9116 requires one. */
export const security: MakeSiteFile = async ({ portal, settings }) => {
  const { operator, languages } = await settings();
  const contacts = [operator.email && `mailto:${operator.email}`, telephoneLink(operator.phone)].filter(Boolean);
  if (contacts.length === 0) return null;
  return {
    type: "text/plain; charset=utf-8",
    content: [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiry(portal.now())}`,
      `Preferred-Languages: ${languagesOn(languages).join(", ")}`,
      `Canonical: ${portal.publicOrigin}/.well-known/security.txt`,
      "",
    ].join("\n"),
  };
};

/** At midnight, so that the file changes only once a day. */
const expiry = (now: number): string => `${new Date(now + validForDays * dayMs).toISOString().slice(0, 10)}T00:00:00Z`;

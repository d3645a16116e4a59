import { FoldedSection } from "#design/folded-section.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { helpPartsOf } from "./help-parts.ts";
import { readPage } from "../frame/read-page.server.ts";
import type { Route } from "./+types/help.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit }) => {
    // Few people open this page, so the parser of documents is loaded for them only.
    const { officePages } = await import("./office-pages.server.ts");
    const site = await visit.settings();
    const { welcome, office } = officePages(spokenLocale(), site);
    const parts = helpPartsOf(site);
    return { welcome, office: office.filter((page) => parts.some(({ name }) => name === page.name)) };
  });

export default function Help({ loaderData: { welcome, office } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.help_title()}>
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <Document html={welcome} />
        <div className="grid grid-cols-1 gap-2">
          {office.map(({ name, title, html }) => (
            <FoldedSection key={name} id={name} title={title}>
              <Document html={html} />
            </FoldedSection>
          ))}
        </div>
      </div>
    </PageFrame>
  );
}

/** The HTML is made from our own documents: it has nothing that a user typed. */
const Document = ({ html }: { html: string }) => (
  <div className="help-text" dangerouslySetInnerHTML={{ __html: html }} />
);

import { m } from "#i18n/compiled/messages.js";
import { PageWithoutSite } from "./page-without-site.tsx";
import type { Whose } from "./whose-site.tsx";

type BrokenPageProps = { whose: Whose | null; reason: string };

/** Shown when not even the page around the answer can be made. */
export const BrokenPage = ({ whose, reason }: BrokenPageProps) => (
  <PageWithoutSite whose={whose}>
    <main className="mx-auto grid w-full max-w-2xl content-center gap-5">
      <title>{m.broken_title()}</title>
      <h1 className="text-28 sm:text-36">{m.broken_title()}</h1>
      <p>{reason}</p>
      <p>
        <a href="/" className="inline-flex min-h-11 items-center">
          {m.back_to_home()}
        </a>
      </p>
    </main>
  </PageWithoutSite>
);

import { maxQuestionLength } from "#core/search/search-words.ts";
import { Button } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../pages.ts";

/** The id of the form on the results page. Its text stays when the language changes. */
export const siteSearchForm = "site-search";

/** Searches pages and news by POST, so that no address contains a document's number typed by mistake. */
export const SiteSearchBox = ({ question = "", id }: { question?: string; id?: string }) => (
  <search className="screen-only">
    <form id={id} method="post" action={pages.search.path} className="grid max-w-2xl gap-1">
      {/* On the results page, the heading has the same text. */}
      <label htmlFor="site-question" className={id === undefined ? "font-semibold" : "sr-only"}>
        {m.site_search_label()}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="site-question"
          name="q"
          type="search"
          defaultValue={question}
          maxLength={maxQuestionLength}
          autoComplete="off"
          enterKeyHint="search"
          aria-describedby="site-question-note"
          className="box min-h-12 flex-1 basis-52"
        />
        <Button variant="secondary" size="small">
          {m.search()}
        </Button>
      </div>
      <p id="site-question-note" className="text-16 text-quiet">
        {m.site_search_hint()}
      </p>
    </form>
  </search>
);

import { excerptOf, markedText, type MarkedPart } from "#core/search/excerpt.ts";
import { answers, searchWords, uniqueWords } from "#core/search/search-words.ts";
import { postIn, type PublicPost } from "#core/posts/post.ts";
import { isOn } from "#core/settings/features.ts";
import type { Language } from "#core/settings/languages.ts";
import type { Settings } from "#core/settings/settings.ts";
import { plainText } from "#core/texts/fill-in.ts";
import { isTextPage } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import { writtenMoment } from "#i18n/written.ts";
import { searchNews } from "#operations/posts/read-posts.ts";
import { pageTexts, welcomeTo } from "../lookup/lookup-page.tsx";
import { shownText } from "../texts/shown-text.ts";
import { isLookupPage } from "../lookup/lookup-pages.server.tsx";
import { publicPagesOf } from "../site-files/public-pages.ts";
import { siteFacts } from "../frame/site/site-facts.server.ts";
import type { Visit } from "../frame/visit.server.ts";

export type FoundPage = { path: string; title: MarkedPart[]; excerpt: MarkedPart[]; day: string | null };

export type SiteAnswer =
  | { kind: "unasked" }
  /** No word of the question is long enough to search for. */
  | { kind: "too-short"; question: string }
  /** The question contains a document's number. `typed` is null if a redirect removed it from the address. */
  | { kind: "record-number"; typed: string | null }
  | { kind: "found"; question: string; pages: FoundPage[]; news: FoundPage[]; isMore: boolean };

/** Returns the pages and news, in the visitor's language, in which each word of the question begins a word. */
export async function searchSite({ portal, settings }: Visit, question: string): Promise<SiteAnswer> {
  const searched = searchWords(question);
  if (searched.length === 0) return { kind: "too-short", question };
  const site = await settings();
  const pages = pagesOf(site, portal.publicOrigin)
    .filter(({ words }) => answers(words, searched))
    .toSorted((one, other) => Number(isInTitle(other, searched)) - Number(isInTitle(one, searched)))
    .map((page) => found(page, searched));
  const { posts, isMore } = isOn(site, "news") ? await searchNews(portal, question) : { posts: [], isMore: false };
  return {
    kind: "found",
    question,
    pages,
    news: posts.map((post) => found(ofPost(postIn(post, spokenLocale())), searched)),
    isMore,
  };
}

type Readable = { path: string; title: string; text: string; day: string | null };

const found = ({ path, title, text, day }: Readable, searched: readonly string[]): FoundPage => ({
  path,
  title: markedText(title, searched),
  excerpt: excerptOf(text, searched),
  day,
});

const ofPost = ({ id, title, text, addedAt }: PublicPost): Readable => ({
  path: `/news/${id}`,
  title,
  text,
  day: writtenMoment(addedAt),
});

const isInTitle = ({ title }: Readable, searched: readonly string[]) => answers(uniqueWords(title), searched);

type SearchablePage = Readable & { words: readonly string[] };

/** A cache, because splitting texts into words takes far longer than a search. Changed settings are a new object. */
const known = new WeakMap<Settings, Map<Language, readonly SearchablePage[]>>();

function pagesOf(settings: Settings, publicOrigin: string): readonly SearchablePage[] {
  const inLanguages = known.get(settings) ?? new Map<Language, readonly SearchablePage[]>();
  known.set(settings, inLanguages);
  const pages =
    inLanguages.get(spokenLocale()) ??
    publicPagesOf(settings).map((path) => searchablePage(path, settings, publicOrigin));
  inLanguages.set(spokenLocale(), pages);
  return pages;
}

function searchablePage(path: string, settings: Settings, publicOrigin: string): SearchablePage {
  const said = saidOn(path, settings, publicOrigin);
  return { path, day: null, ...said, words: uniqueWords(`${said.title}\n${said.text}`) };
}

function saidOn(path: string, settings: Settings, publicOrigin: string): Pick<Readable, "title" | "text"> {
  const site = siteFacts(settings, publicOrigin);
  const { operator } = site;
  const name = path.slice(1);
  if (isTextPage(name)) {
    const { title, body } = pageText(settings.texts, name, spokenLocale());
    return { title, text: plainText(shownText(body, site)) };
  }
  if (isLookupPage(path)) {
    return { title: pageTexts[path].title(), text: welcomeTo(path, site) };
  }
  return path === "/news"
    ? { title: m.news_title(), text: m.news_welcome({ operator: operator.name }) }
    : { title: m.report_title(), text: m.report_welcome({ operator: operator.name }) };
}

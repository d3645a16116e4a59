import { createHash } from "node:crypto";
import { m } from "#i18n/compiled/messages.js";
import { type OfferedLocale, offeredLocales } from "#i18n/offered-locales.ts";

export type RestoreProgress = {
  part: "documents" | "rows" | "site";
  /** Between 0 and 1. Null if it is not known. */
  share: number | null;
  /** True if the process was ended in the middle and has started again. */
  wasInterrupted: boolean;
};

const mark = "X-Restoring";

/** Follows the progress. While the process changes from one server to the next, requests fail for a moment. */
const script = `try{const theme=localStorage.getItem("theme");if(theme)document.documentElement.dataset.theme=theme}catch{}
setInterval(async()=>{try{const answer=await fetch(location.href,{cache:"no-store"});if(!answer.headers.has("${mark}"))return location.reload();const page=new DOMParser().parseFromString(await answer.text(),"text/html");document.querySelector("main").replaceWith(page.querySelector("main"))}catch{}},2000)`;

const light = "color-scheme:light;--surface:#fbfaf8;--ink:#1b1c1f;--line:#dcdad4;--focus:#a8500a";
const style = `:root{color-scheme:dark;--surface:#0f1012;--ink:#f1f0ec;--line:#34363a;--focus:#ffb84d}
[data-theme=light]{${light}}@media (prefers-color-scheme:light){:root:not([data-theme]){${light}}}
body{margin:0;background:var(--surface);color:var(--ink);font:18px/1.6 system-ui,sans-serif}
main{max-width:28rem;margin:3rem auto;padding:0 1rem}section+section{margin-top:2rem;border-top:1px solid var(--line);padding-top:1rem}
h1,h2{font-size:28px;line-height:1.2}progress{width:100%;accent-color:var(--focus)}`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; connect-src 'self'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; frame-ancestors 'none'`,
  "Cache-Control": "no-store",
  "Retry-After": "5",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  [mark]: "1",
};

/**
 * The only page while a backup is restored. It needs no database, and no file that was built. Nobody's language is
 * known, so it is in both.
 */
export const restoringPage = (progress: RestoreProgress) => ({
  status: 503,
  headers,
  html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${m.setup_restoring_title({}, { locale: "en" })}</title>
<style>${style}</style>
<script>${script}</script>
<noscript><meta http-equiv="refresh" content="5"></noscript>
<main id="main">${offeredLocales.map((locale, at) => sectionIn(locale, at === 0 ? "h1" : "h2", progress)).join("")}</main>
</html>
`,
});

function sectionIn(locale: OfferedLocale, heading: string, { part, share, wasInterrupted }: RestoreProgress): string {
  const language = { locale };
  const percent = share === null ? null : Math.floor(Math.min(1, share) * 100);
  const value = percent === null ? "" : ` max="100" value="${percent}"`;
  const texts = [
    m.setup_restoring_text({}, language),
    ...(wasInterrupted ? [m.setup_restoring_again({}, language)] : []),
    parts[part]({}, language),
  ];
  return `<section lang="${locale}"><${heading}>${m.setup_restoring_title({}, language)}</${heading}>
${texts.map((text) => `<p>${text}</p>`).join("\n")}
<progress aria-label="${parts[part]({}, language)}"${value}></progress></section>`;
}

const parts = {
  documents: m.setup_restoring_documents,
  rows: m.setup_restoring_rows,
  site: m.setup_restoring_site,
};

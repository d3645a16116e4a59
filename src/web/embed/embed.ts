/** Where the label is empty there is no box: the form only leads to the page. */
export type EmbedWords = { label: string; button: string; note: string };

/** What the server writes before the script for other sites. */
export type Offer = {
  /** Where the form leads, on the site that the script comes from. */
  page: string;
  words: Readonly<Record<string, EmbedWords>>;
};

/** Runs on pages of other sites: no cookie, no request, no style. It writes a form behind itself, and is done. */
declare const offer: Offer;

const script = document.currentScript;
if (script instanceof HTMLScriptElement) script.after(formOf(script));

function formOf({ src, lang }: HTMLScriptElement): HTMLFormElement {
  const language = (lang || document.documentElement.lang).slice(0, 2);
  const { label = "", button = "", note = "" } = offer.words[language] ?? offer.words["en"] ?? {};
  const box = element("input", {
    name: "number",
    required: true,
    maxLength: 100,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: false,
  });
  const method = label ? "post" : "get";
  return element("form", { method, action: new URL(offer.page, src).href, className: "attestry" }, [
    ...(label ? [element("p", {}, [element("label", {}, [label, " ", box])])] : []),
    element("p", {}, [element("button", {}, [button])]),
    element("p", {}, [element("small", {}, [note])]),
  ]);
}

/** Made piece by piece: a page may forbid its scripts to write markup. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

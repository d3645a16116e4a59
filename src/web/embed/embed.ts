/** With an empty label, the form has no box and only leads to the page. */
export type EmbedWords = { label: string; button: string; note: string };

/** The constant that the server writes in front of this script. */
export type Offer = {
  /** The page that the form opens, on the site that sent the script. */
  page: string;
  words: Readonly<Record<string, EmbedWords>>;
};

/**
 * This script runs on pages of other sites. It uses no cookies, requests or styles. It only inserts a form after its
 * own script element.
 */
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

/** Creates elements one by one, because a page's policy may forbid scripts to write markup. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

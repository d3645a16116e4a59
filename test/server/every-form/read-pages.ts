import { expect } from "vitest";
import { routeAt } from "#server/routes.ts";
import { attributesIn, type Attributes, type Form, formsIn } from "../../support/browser/read-forms.ts";
import { PlainBrowser } from "../../support/browser/plain-browser.ts";
import { onlyReads } from "./named.ts";
import type { Reader } from "./site.ts";
import { filledIn } from "./values.ts";

/** A button of a form, as a page showed it to a reader. */
export type Pressable = {
  /** The route that gets the form, and what tells its buttons apart. */
  key: string;
  route: string;
  does: string;
  reader: Reader;
  page: string;
  html: string;
  form: Form;
  button: Attributes;
};

const atOnce = 6;

/** Does the work for each, a few at once. What the work adds to the list is worked on too. */
export async function each<One>(list: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  for (let done = 0; done < list.length;) {
    const some = list.slice(done, done + atOnce);
    done += some.length;
    await Promise.all(some.map(work));
  }
}

/** So many pages are read of those that differ only in the ids or choices in their address. Each section of the settings is a page of its own. */
const mostOfKind = 4;
const choices = new Set(["sort", "by", "about", "cursor", "heads", "read"]);

function kindOf({ pathname, searchParams }: URL): { kind: string; most: number } {
  const names = [...searchParams.keys()].filter((name) => name !== "back" && name !== "from");
  const { path } = routeAt(pathname);
  return {
    kind: [path.endsWith("/:section") ? pathname : path, ...names].join(" "),
    most: names.some((name) => choices.has(name)) ? 1 : mostOfKind,
  };
}

/** Reads the pages that a reader comes to by links, and by forms that only read. Adds the buttons that `known` lacks. */
export async function readPages(
  url: string,
  reader: Reader,
  known: Map<string, Pressable>,
  fails = (said: string): void => expect.fail(said),
): Promise<void> {
  const list = [...reader.starts];
  const seen = new Set(list);
  const ofKind = new Map<string, number>();
  const addLinks = (browser: PlainBrowser) => {
    for (const [, tag = ""] of browser.html.matchAll(/<a\b([^>]*)>/g)) {
      const to = URL.parse(attributesIn(tag)["href"] ?? "", url + browser.path);
      if (to?.origin !== new URL(url).origin || routeAt(to.pathname).kind !== "page") continue;
      const path = to.pathname + to.search;
      const { kind, most } = kindOf(to);
      const count = ofKind.get(kind) ?? 0;
      if (seen.has(path) || count >= most) continue;
      ofKind.set(kind, count + 1);
      seen.add(path);
      list.push(path);
    }
  };
  const read = async (browser: PlainBrowser): Promise<void> => {
    if (reader.starts.length > 1) addLinks(browser);
    for (const pressable of buttonsOn(browser, reader)) {
      if (known.has(pressable.key)) continue;
      known.set(pressable.key, pressable);
      if (!onlyReads(pressable)) continue;
      const next = new PlainBrowser(url + pressable.page, ...reader.cookies);
      await next.submits(pressable.form, pressable.button, filledIn(pressable.form, pressable.route));
      await read(next);
    }
  };
  await each(list, async (page) => {
    const browser = new PlainBrowser(url, ...reader.cookies);
    await browser.opens(page);
    if (browser.status >= 500) return fails(`${page} answered ${browser.status} to ${reader.name}`);
    await read(browser);
  });
}

function* buttonsOn({ html, path, origin }: PlainBrowser, reader: Reader): Generator<Pressable> {
  for (const form of html.startsWith("<!DOCTYPE") ? formsIn(html) : []) {
    if (form.attributes["method"]?.toLowerCase() !== "post") continue;
    for (const { attributes: button } of form.buttons) {
      if (button["type"] === "button" || "disabled" in button) continue;
      const address = new URL(button["formaction"] ?? form.attributes["action"] ?? path, origin + path);
      const route = routeAt(address.pathname).path;
      const does = doneBy(form, button);
      const names = [...new Set(form.fields.map(({ name }) => name.replaceAll(/\d+/g, "0")))].toSorted();
      const key = `${route} ${does || `(${names.join(" ")})`}`;
      yield { key, route, does, reader, page: path, html, form, button };
    }
  }
}

/** What tells the buttons of a page apart: the name, or the value if the name is `do`. */
function doneBy({ fields }: Form, { name = "", value = "" }: Attributes): string {
  const isSwitch = (one: string) => ["do", "does", "step", "account"].includes(one);
  const hidden = fields.find((field) => isSwitch(field.name))?.value ?? "";
  return (isSwitch(name) ? value : name || hidden).replaceAll(/[ .]?\d+/g, "");
}

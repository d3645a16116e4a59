import { isFlashMessageId, wordsOf as flashOf } from "#web/frame/flash/flash-messages.ts";
import { PlainBrowser } from "../../support/browser/plain-browser.ts";
import { attributesIn, formsIn, wordsOf } from "../../support/browser/read-forms.ts";
import { drawnDocument } from "../../support/documents.ts";
import type { Pressable } from "./read-pages.ts";
import { filledIn, typedFields } from "./values.ts";

export type Answer = {
  status: number;
  /** What the page calls a problem. */
  problems: string[];
  /** The fields whose values the page does not show any more. */
  lost: string[];
};

const scan = await drawnDocument();
// So long that the server begins to read it before all of it has arrived.
const table = Buffer.from(`Passport number,Name\n${"A2000001,Rahim Uddin\n".repeat(10_000)}`);

export async function press(url: string, pressable: Pressable): Promise<Answer> {
  const { reader, route, page, html, form, button } = pressable;
  const browser = new PlainBrowser(url + page, ...reader.cookies);
  for (const { name, attributes } of form.fields)
    if (attributes["type"] === "file" && name !== "scans") browser.chooses(name, name === "table" ? table : scan);
  const filled = filledIn(form, route);
  await browser.submits(form, button, filled);
  const before = problemsOn(html, 500);
  return {
    status: browser.status,
    problems: problemsOn(browser.html, browser.status).filter((words) => !before.includes(words)),
    lost: typedFields(form).filter((name) => !isKept(browser, name, filled.get(name) ?? "")),
  };
}

/** The words of problems: of flash messages, of alerts of a refused form, and beside fields. */
function problemsOn(html: string, status: number): string[] {
  const alerts = [...html.matchAll(/<(\w+)\b([^>]*(?:role="alert"|data-flash=)[^>]*)>(.*?)<\/\1>/gs)].flatMap(
    ([, , tag = "", inner = ""]) => (isProblem(attributesIn(tag)["data-flash"], status) ? [wordsOf(inner)] : []),
  );
  const ofFields = [...html.matchAll(/<(?:input|textarea|select)\b([^>]*aria-invalid="true"[^>]*)>/g)].flatMap(
    ([, tag = ""]) =>
      (attributesIn(tag)["aria-describedby"] ?? "")
        .split(" ")
        .map((id) => wordsOf(new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>(.*?)</\\1>`, "s").exec(html)?.[2] ?? "")),
  );
  return [...alerts, ...ofFields].filter((words) => words !== "");
}

const isProblem = (flash: string | undefined, status: number) =>
  flash === undefined ? status >= 400 : isFlashMessageId(flash) && flashOf(flash).isProblem === true;

/** The value stands in its box, or is read as text, on the page that answers. */
const isKept = ({ html, words }: PlainBrowser, name: string, value: string) =>
  value === "" ||
  words.includes(value) ||
  formsIn(html).some(({ fields }) => fields.some((field) => field.name === name && field.value === value));

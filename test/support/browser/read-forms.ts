export type Attributes = Readonly<Record<string, string>>;
export type Field = {
  tag: "input" | "textarea" | "select";
  name: string;
  attributes: Attributes;
  value: string;
  isSent: boolean;
  /** The values of a select. */
  choices?: readonly string[];
};
type Button = { words: string; attributes: Attributes };
export type Form = { attributes: Attributes; fields: Field[]; buttons: Button[] };

/** The forms of a page, with the fields and buttons that stand elsewhere and name their form. */
export function formsIn(html: string): Form[] {
  const isOf = (id: string | undefined) => (part: { attributes: Attributes }) => part.attributes["form"] === (id ?? "");
  const [buttons, fields] = [buttonsIn(html), fieldsIn(html)];
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, opening = "", inner = ""]) => {
    const attributes = attributesIn(opening);
    const isOfThis = isOf(attributes["id"]);
    return {
      attributes,
      fields: [...fieldsIn(inner), ...fields.filter(isOfThis)],
      buttons: [...buttonsIn(inner), ...buttons.filter(isOfThis)],
    };
  });
}

const buttonsIn = (html: string): Button[] =>
  [...html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].map(([, attributes = "", text = ""]) => ({
    words: wordsOf(text),
    attributes: attributesIn(attributes),
  }));

/** React writes every attribute in double quotes. */
export const attributesIn = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      decoded(value),
    ]),
  );

function fieldsIn(form: string): Field[] {
  const tags = form.matchAll(
    /<input\b([^>]*?)\/?>|<textarea\b([^>]*)>(.*?)<\/textarea>|<select\b([^>]*)>(.*?)<\/select>/gs,
  );
  return [...tags].map(([, input, area, text = "", select, options = ""]): Field => {
    const attributes = attributesIn(input ?? area ?? select ?? "");
    const name = attributes["name"] ?? "";
    const named = { name, attributes };
    if (area !== undefined) return { tag: "textarea", ...named, value: decoded(text.replace(/^\n/, "")), isSent: true };
    if (select !== undefined) {
      const choices = optionsIn(options).map((option) => option["value"] ?? "");
      return { tag: "select", ...named, value: chosenOf(options), isSent: true, choices };
    }
    const isTicked = !/^(checkbox|radio)$/.test(attributes["type"] ?? "") || "checked" in attributes;
    const isSent = isTicked && !("disabled" in attributes);
    return { tag: "input", ...named, value: attributes["value"] ?? "", isSent };
  });
}

const optionsIn = (options: string) =>
  [...options.matchAll(/<option\b([^>]*)>/g)].map(([, tag = ""]) => attributesIn(tag));

function chosenOf(options: string): string {
  const all = optionsIn(options);
  return (all.find((option) => "selected" in option) ?? all[0])?.["value"] ?? "";
}

export const wordsOf = (html: string) =>
  decoded(html.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();

const signs = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["#x27", "'"],
]);
const decoded = (text: string) => text.replaceAll(/&([#\w]+);/g, (whole, name: string) => signs.get(name) ?? whole);

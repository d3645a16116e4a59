import { fromElsewhere } from "../accounts/signed-in.ts";

type Attributes = Readonly<Record<string, string>>;
type Field = { name: string; attributes: Attributes; value: string; isSent: boolean };
type Form = { attributes: Attributes; fields: Field[]; buttons: { words: string; attributes: Attributes }[] };

/**
 * A browser without JavaScript that handles links and forms. Fields are found by their labels, buttons by their text.
 */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #headers = fromElsewhere();
  #typed = new Map<string, string>();
  #chosen = new Map<string, Uint8Array<ArrayBuffer>[]>();
  readonly #ticked = new Set<string>();
  readonly #unticked = new Set<string>();
  #address: URL;
  status = 0;
  html = "";

  constructor(url: string, cookie = "") {
    this.#address = new URL(url);
    if (cookie) this.#keep(cookie);
  }

  get path(): string {
    return this.#address.pathname + this.#address.search;
  }

  get origin(): string {
    return this.#address.origin;
  }

  /** The visible text of the page. */
  get words(): string {
    return wordsOf(this.html.replace(/^.*<body/s, "<body").replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, ""));
  }

  /** Drops all cookies, as if the session had ended elsewhere. */
  forgetsSession(): void {
    this.#cookies.clear();
  }

  opens(path: string): Promise<void> {
    return this.#asks(new URL(path, this.#address), {});
  }

  /** Follows the first link with this text. */
  follows(words: string): Promise<void> {
    const links = [...this.html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)];
    const link = links.find(([, , inner = ""]) => wordsOf(inner) === words);
    if (!link) throw new Error(`there is no link called ${words} at ${this.path}: ${this.words}`);
    return this.opens(attributesIn(link[1] ?? "")["href"] ?? "");
  }

  get heading(): string {
    return wordsOf(/<h1\b[^>]*>(.*?)<\/h1>/s.exec(this.html)?.[1] ?? "");
  }

  types(boxes: Readonly<Record<string, string>>): void {
    for (const [label, value] of Object.entries(boxes)) this.#typed.set(this.#boxNamed(label), value);
  }

  /** Chooses files for the field with this name. */
  chooses(name: string, ...files: Uint8Array[]): void {
    this.#chosen.set(
      name,
      files.map((file) => new Uint8Array(file)),
    );
  }

  /** The value of a field, whether it is marked invalid, and its description. */
  box(label: string): { value: string | undefined; isWrong: boolean; description: string } {
    const id = this.#boxNamed(label);
    const field = this.#forms.flatMap(({ fields }) => fields).find(({ attributes }) => attributes["id"] === id);
    const said = (field?.attributes["aria-describedby"] ?? "").split(" ").map((one) => this.#wordsOfId(one));
    return {
      value: field?.value,
      isWrong: field?.attributes["aria-invalid"] === "true",
      description: said.join(" "),
    };
  }

  ticks(label: string): void {
    this.#ticked.add(this.#boxNamed(label));
  }

  unticks(label: string): void {
    this.#unticked.add(this.#boxNamed(label));
  }

  async presses(words: string): Promise<void> {
    const [form, button] = this.#buttonNamed(words);
    const action = new URL(button["formaction"] ?? form.attributes["action"] ?? this.#address.href, this.#address);
    const sent = form.attributes["enctype"] === "multipart/form-data" ? new FormData() : new URLSearchParams();
    const isTicked = ({ attributes }: Field) => this.#ticked.has(attributes["id"] ?? "");
    const newChoices = form.fields.filter((field) => field.attributes["type"] === "radio" && isTicked(field));
    for (const field of form.fields) {
      const { name, attributes, value, isSent } = field;
      const isReplaced = attributes["type"] === "radio" && newChoices.some((choice) => choice.name === name);
      if (name && attributes["type"] === "file") attach(sent as FormData, name, this.#chosen.get(name));
      else if (name && !this.#unticked.has(attributes["id"] ?? "") && (isTicked(field) || (isSent && !isReplaced)))
        sent.append(name, this.#typed.get(attributes["id"] ?? "") ?? value);
    }
    if (button["name"]) sent.append(button["name"], button["value"] ?? "");
    if (form.attributes["method"]?.toLowerCase() === "post") return this.#asks(action, { method: "POST", body: sent });
    if (sent instanceof URLSearchParams) action.search = sent.toString();
    return this.#asks(action, {});
  }

  async #asks(address: URL, init: RequestInit): Promise<void> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const from = init.method === "POST" && { Origin: address.origin };
    const headers = { ...this.#headers, ...from, ...(cookie && { Cookie: cookie }) };
    const answer = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const location = answer.headers.get("location");
    if (location !== null) return this.#asks(new URL(location, address), answer.status === 307 ? init : {});
    this.#address = address;
    this.#typed = new Map();
    this.#chosen = new Map();
    this.#ticked.clear();
    this.#unticked.clear();
    this.status = answer.status;
    this.html = await answer.text();
  }

  #keep(line: string): void {
    const [name = "", ...value] = (line.split(";")[0] ?? "").split("=");
    if (value.join("=") === "" || /max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value.join("="));
  }

  /** The id of the field with this label. "#id" selects one of several fields with the same label. */
  #boxNamed(label: string): string {
    if (label.startsWith("#")) return label.slice(1);
    const labels = [...this.html.matchAll(/<label\b([^>]*)>(.*?)<\/label>/gs)];
    const found = labels.find(([, , inner = ""]) => wordsOf(inner) === label);
    if (!found) throw new Error(`there is no box called ${label} at ${this.path}`);
    return attributesIn(found[1] ?? "")["for"] ?? "";
  }

  /** If several buttons have this text, prefers the one in the form that was filled in. */
  #buttonNamed(words: string): [Form, Attributes] {
    const found = this.#forms.flatMap((form) => {
      const button = form.buttons.find((one) => one.words === words);
      return button ? [[form, button.attributes] as const] : [];
    });
    const wasFilled = ({ fields }: Form) => fields.some(({ attributes }) => this.#typed.has(attributes["id"] ?? ""));
    const [form, button] = found.find(([one]) => wasFilled(one)) ?? found[0] ?? [];
    if (!form || !button) throw new Error(`there is no button called ${words} at ${this.path}: ${this.words}`);
    return [form, button];
  }

  #wordsOfId(id: string): string {
    return wordsOf(new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>(.*?)</\\1>`, "s").exec(this.html)?.[2] ?? "");
  }

  get #forms(): Form[] {
    const isOf = (id: string | undefined) => (part: { attributes: Attributes }) =>
      part.attributes["form"] === (id ?? "");
    const [buttons, fields] = [buttonsIn(this.html), fieldsIn(this.html)];
    return [...this.html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, opening = "", inner = ""]) => {
      const attributes = attributesIn(opening);
      const isOfThis = isOf(attributes["id"]);
      return {
        attributes,
        fields: [...fieldsIn(inner), ...fields.filter(isOfThis)],
        buttons: [...buttonsIn(inner), ...buttons.filter(isOfThis)],
      };
    });
  }
}

/** A file field without a file is sent too, with an empty name and no content. */
function attach(form: FormData, name: string, files: readonly Uint8Array<ArrayBuffer>[] = []): void {
  for (const file of files) form.append(name, new Blob([file]), "scan.jpg");
  if (files.length === 0) form.append(name, new Blob([]), "");
}

const buttonsIn = (html: string): Form["buttons"] =>
  [...html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].map(([, attributes = "", text = ""]) => ({
    words: wordsOf(text),
    attributes: attributesIn(attributes),
  }));

/** React writes every attribute in double quotes. */
const attributesIn = (tag: string): Attributes =>
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
  return [...tags].map(([, input, area, text = "", select, options = ""]) => {
    const attributes = attributesIn(input ?? area ?? select ?? "");
    const name = attributes["name"] ?? "";
    if (area !== undefined) return { name, attributes, value: decoded(text.replace(/^\n/, "")), isSent: true };
    if (select !== undefined) return { name, attributes, value: chosenOf(options), isSent: true };
    const isTicked = !/^(checkbox|radio)$/.test(attributes["type"] ?? "") || "checked" in attributes;
    return { name, attributes, value: attributes["value"] ?? "", isSent: isTicked && !("disabled" in attributes) };
  });
}

function chosenOf(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, tag = ""]) => attributesIn(tag));
  return (all.find((option) => "selected" in option) ?? all[0])?.["value"] ?? "";
}

const wordsOf = (html: string) =>
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

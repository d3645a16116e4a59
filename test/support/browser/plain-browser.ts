import { fromElsewhere } from "../accounts/signed-in.ts";
import { type Attributes, attributesIn, type Field, type Form, formsIn, wordsOf } from "./read-forms.ts";

/** Shorter than a test may take. */
const answerMs = 30_000;

/**
 * A browser without JavaScript that handles links and forms. Fields are found by their labels, buttons by their text.
 */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();
  /** What a proxy adds. Empty for a browser on the machine of the site. */
  addedHeaders = fromElsewhere();
  #typed = new Map<string, string>();
  #chosen = new Map<string, Uint8Array<ArrayBuffer>[]>();
  readonly #ticked = new Set<string>();
  readonly #unticked = new Set<string>();
  #address: URL;
  status = 0;
  html = "";

  constructor(url: string, ...cookies: readonly (string | undefined)[]) {
    this.#address = new URL(url);
    for (const cookie of cookies) if (cookie) this.#keep(cookie);
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
    const field = formsIn(this.html)
      .flatMap(({ fields }) => fields)
      .find(({ attributes }) => attributes["id"] === id);
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
    return this.submits(...this.#buttonNamed(words));
  }

  /** Presses a button of a form of this page. `filled`: values of its fields by name, in place of those on the page. */
  async submits(form: Form, button: Attributes, filled: ReadonlyMap<string, string> = new Map()): Promise<void> {
    const action = new URL(button["formaction"] ?? form.attributes["action"] ?? this.#address.href, this.#address);
    const sent = form.attributes["enctype"] === "multipart/form-data" ? new FormData() : new URLSearchParams();
    const isTicked = ({ name, attributes, value }: Field) =>
      this.#ticked.has(attributes["id"] ?? "") ||
      (isChoice(attributes) ? filled.get(name) === value : filled.has(name));
    const newChoices = form.fields.filter((field) => field.attributes["type"] === "radio" && isTicked(field));
    for (const field of form.fields) {
      const { name, attributes, value, isSent } = field;
      const isReplaced = attributes["type"] === "radio" && newChoices.some((choice) => choice.name === name);
      if (name && attributes["type"] === "file") attach(sent as FormData, name, this.#chosen.get(name));
      else if (name && !this.#unticked.has(attributes["id"] ?? "") && (isTicked(field) || (isSent && !isReplaced)))
        sent.append(name, filled.get(name) ?? this.#typed.get(attributes["id"] ?? "") ?? value);
    }
    if (button["name"]) sent.append(button["name"], button["value"] ?? "");
    if (form.attributes["method"]?.toLowerCase() === "post") return this.#asks(action, { method: "POST", body: sent });
    if (sent instanceof URLSearchParams) action.search = sent.toString();
    return this.#asks(action, {});
  }

  async #asks(address: URL, init: RequestInit): Promise<void> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const from = init.method === "POST" && { Origin: address.origin };
    // On a busy machine, the server may close an idle connection at the moment in which it is used again. It has to stay
    // open for files, of which the server reads the rest after a refusal.
    const ends = !(init.body instanceof FormData) && { Connection: "close" };
    const headers = { ...this.addedHeaders, ...from, ...ends, ...(cookie && { Cookie: cookie }) };
    const { answer, html } = await this.#answerTo(address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const location = answer.headers.get("location");
    if (location !== null) return this.#asks(new URL(location, address), answer.status === 307 ? init : {});
    this.#address = address;
    this.#typed = new Map();
    this.#chosen = new Map();
    this.#ticked.clear();
    this.#unticked.clear();
    this.status = answer.status;
    this.html = html;
  }

  /** Names a request without an answer: a test that is only stopped would hide it. */
  async #answerTo(address: URL, init: RequestInit): Promise<{ answer: Response; html: string }> {
    try {
      const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) });
      return { answer, html: await answer.text() };
    } catch (cause) {
      throw new Error(`no answer to ${init.method ?? "GET"} ${address.pathname}: ${String(cause)}`, { cause });
    }
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
    const found = formsIn(this.html).flatMap((form) => {
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
}

const isChoice = ({ type = "" }: Attributes) => type === "radio" || type === "checkbox";

/** A file field without a file is sent too, with an empty name and no content. */
function attach(form: FormData, name: string, files: readonly Uint8Array<ArrayBuffer>[] = []): void {
  for (const file of files) form.append(name, new Blob([file]), "scan.jpg");
  if (files.length === 0) form.append(name, new Blob([]), "");
}

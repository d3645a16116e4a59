import { loadStyles } from "#design/load-styles.ts";
import { compareFile, drawTurned, type KnownFiles } from "./compare-file.ts";

/** A picture is drawn no wider, as the published ones are not. */
const maxWidth = 2000;

/** Compares the file, and makes what is shown below the answer: a published page, and beside it the visitor's picture. */
export async function compareInPage(file: Blob, tool: HTMLElement) {
  await loadStyles("#viewer");
  const { picture, ...likeness } = await compareFile(file, await knownFiles(tool));
  const pages = [...(tool.closest(".record")?.querySelectorAll<HTMLAnchorElement>("a[data-page]") ?? [])];
  if (likeness.is === "same" || pages.length === 0) return { ...likeness, below: "" };
  const words = JSON.parse(tool.dataset["sideBySide"] ?? "[]") as string[];
  return { ...likeness, below: sideBySide({ picture, ...likeness }, pages, words) };
}

async function knownFiles(tool: HTMLElement): Promise<readonly KnownFiles[]> {
  const { known } = tool.dataset;
  if (known !== undefined) return JSON.parse(known) as KnownFiles[];
  const address = tool.closest<HTMLElement>("[data-checksums]")?.dataset["checksums"] ?? "";
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { documents } = (await answer.json()) as { documents: KnownFiles[] };
  return documents;
}

type Own = { picture: ImageBitmap | null; nearest: string | undefined; turn: number };

/** The visitor chooses the page: at first one of `nearest`. The picture is only drawn, and no part of it leaves the device. */
function sideBySide(
  { picture, nearest, turn }: Own,
  pages: readonly HTMLAnchorElement[],
  [published = "", own = "", larger = "", notShown = ""]: readonly string[],
): HTMLElement {
  const choice = element("select", { className: "box", ariaLabel: published });
  choice.append(...pages.map(({ dataset }) => new Option(dataset["page"])));
  const likely = pages.find((page) => kindOf(page) === nearest) ?? pages.find((page) => kindOf(page) !== "photo");
  choice.selectedIndex = likely ? pages.indexOf(likely) : 0;
  const shown = element("img");
  const showChosen = () => {
    const page = pages[choice.selectedIndex];
    [shown.src, shown.alt] = [page?.href ?? "", page?.dataset["page"] ?? ""];
  };
  choice.addEventListener("change", showChosen);
  showChosen();
  return element(
    "div",
    { className: "side-by-side" },
    figure(shown, published, choice),
    picture ? figure(drawn(picture, turn, own), own) : element("p", { className: "font-semibold" }, notShown),
    element("label", {}, element("input", { type: "checkbox" }), larger),
  );
}

/** The portrait is in the head of the sheet, outside the documents. */
const kindOf = (page: Element) => page.closest<HTMLElement>("[data-kind]")?.dataset["kind"] ?? "photo";

/** An enlarged picture is scrolled by keys, too. */
const figure = (picture: HTMLElement, ...caption: (string | HTMLElement)[]) =>
  element("figure", {}, element("figcaption", {}, ...caption), element("div", { tabIndex: 0 }, picture));

function drawn(picture: ImageBitmap, turn: number, name: string): HTMLCanvasElement {
  const [along, across] = turn % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  const scale = Math.min(1, maxWidth / along);
  const canvas = element("canvas", { width: along * scale, height: across * scale, role: "img", ariaLabel: name });
  const pen = canvas.getContext("2d");
  if (pen) drawTurned(pen, picture, turn);
  picture.close();
  return canvas;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  more: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (string | HTMLElement)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...children);
  return made;
}

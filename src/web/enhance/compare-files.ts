/** Says whether a visitor's file is one of the answer's documents. Loads the comparing code with the first file. */
export function compareFiles(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "file" || !target.closest("[data-compare]")) return;
    take(target.files);
    // Reset the input, so that the user can choose the same file again.
    target.value = "";
  });
  document.addEventListener("dragover", (event) => {
    if (placeOfTool()) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!placeOfTool()) return;
    event.preventDefault();
    take(event.dataTransfer?.files);
  });
}

const placeOfTool = () => document.querySelector<HTMLDetailsElement>("[data-compare]");

function take(files: FileList | null | undefined): void {
  const [file] = files ?? [];
  const tool = placeOfTool();
  if (file && tool) void compare(file, tool);
}

let lastFile: File | undefined;

async function compare(file: File, tool: HTMLDetailsElement): Promise<void> {
  lastFile = file;
  tool.open = true;
  // Remove the result of the previous file.
  placeOfAnswer(tool)?.replaceChildren();
  const answer = await answerTo(file, tool).catch(() => ({ is: "failed", below: "" }) as const);
  if (file === lastFile) show(tool, answer);
}

const answerTo = async (file: File, tool: HTMLElement) =>
  (await import("../compare/compare-in-page.ts")).compareInPage(file, tool);

type Answer = Awaited<ReturnType<typeof answerTo>> | { is: "failed"; below: string };

function show(tool: HTMLDetailsElement, answer: Answer): void {
  const template = tool.querySelector<HTMLTemplateElement>(`[data-compare-answer="${answer.is}"]`);
  const place = placeOfAnswer(tool);
  if (!template || !place) return;
  const content = document.importNode(template.content, true);
  const title = content.querySelector("[data-document-title]");
  if (title && "kind" in answer) title.textContent = titlesOf(tool)[answer.kind] ?? "";
  place.replaceChildren(content, answer.below);
  place.scrollIntoView({ block: "nearest" });
}

const placeOfAnswer = (tool: HTMLElement) => tool.querySelector<HTMLElement>("[role=status]");

const titlesOf = (tool: HTMLElement) => JSON.parse(tool.dataset["compare"] ?? "{}") as Partial<Record<string, string>>;

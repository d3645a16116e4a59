const loading = new Map<string, Promise<unknown>>();

/** Loads a style sheet that the page does not need before this script runs. Resolves too if it cannot be loaded. */
export async function loadStyles(of: string): Promise<void> {
  const href = document.querySelector<HTMLElement>(of)?.dataset["styles"];
  if (href === undefined) return;
  const known = loading.get(href) ?? loadSheet(href);
  loading.set(href, known);
  await known;
}

function loadSheet(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
}

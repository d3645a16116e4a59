import { contentOf, onClick } from "./in-place.ts";

/** Says over each image that stays away why it does, and offers what helps. */
export function tellOfMissingImages(): void {
  // These events do not bubble; on their way down they can be seen.
  document.addEventListener("error", ({ target }) => isPageImage(target) && void explain(target), true);
  document.addEventListener("load", ({ target }) => isPageImage(target) && clear(target), true);
  onClick("[data-retry]", HTMLElement, (button) => {
    const image = button.closest(".page-image")?.querySelector("img.image");
    if (isPageImage(image)) retry(image);
  });
  // What failed before this script was there.
  for (const image of document.querySelectorAll("img.image")) {
    if (isPageImage(image) && image.complete && image.naturalWidth === 0 && image.loading !== "lazy")
      void explain(image);
  }
}

const isPageImage = (target: unknown): target is HTMLImageElement =>
  target instanceof HTMLImageElement && target.classList.contains("image");

async function explain(image: HTMLImageElement): Promise<void> {
  const trouble = contentOf((await hasEnded(image.src)) ? "link-ended" : "image-failed");
  clear(image);
  if (trouble) image.closest(".page-image")?.append(trouble);
}

const clear = (image: HTMLImageElement) => image.closest(".page-image")?.querySelector(".image-problem")?.remove();

function retry(image: HTMLImageElement): void {
  clear(image);
  const { src } = image;
  image.loading = "eager";
  image.removeAttribute("src");
  image.src = src;
  image.closest("a")?.focus();
}

/** Whether the site refuses to show it: the link is too old, or the record is shown no more. */
export async function hasEnded(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  return answer?.status === 403 || answer?.status === 404;
}

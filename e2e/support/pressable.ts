import type { Page } from "@playwright/test";

const widths = [360, 480, 768, 1024, 1280, 1440];
/**
 * The narrowest phone, three widths at which another layout begins and has the least room, and a large screen. There the
 * page only has to fit.
 */
const onlyToFit = [320, 640, 896, 1344, 1920];

/**
 * What a person cannot press on this page, in windows of six widths, and in which windows the page is too wide. The page
 * is loaded once, and the window gets another size.
 */
export async function notPressable(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [...widths, ...onlyToFit]) {
    await page.setViewportSize({ width, height: 740 });
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (isWide) found.push(`${width} px: the page is too wide`);
    if (!widths.includes(width)) continue;
    for (const trouble of await page.evaluate(troubles)) found.push(`${width} px: ${trouble}`);
  }
  return found;
}

/** Runs in the page. Scrolls to each target, and asks what is at its centre and, if it looks small, around it. */
function troubles(): string[] {
  const smallest = 24;
  const kinds = "a[href], button, summary, input, select, textarea, [role=option]";
  // What is open over the page is in front of it.
  const front =
    document.querySelector("dialog:modal") ?? document.querySelector(":popover-open, .row-menu[open]") ?? document;
  const targets = [...front.querySelectorAll<HTMLElement>(kinds)].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled, [inert] *"),
  );
  const nameOf = (one: Element) => {
    const names = [one.getAttribute("aria-label"), one.textContent.trim(), one.getAttribute("name"), one.id];
    const text = names.find((name) => name) ?? "";
    return `${one.localName} “${text.replaceAll(/\s+/g, " ").slice(0, 40)}”`;
  };
  /** A small or invisible box is pressed by its label. */
  const pressedBy = (one: HTMLElement): HTMLElement => {
    const { width, height } = one.getBoundingClientRect();
    const label = one instanceof HTMLInputElement ? one.labels?.[0] : undefined;
    return label && Math.min(width, height) < smallest ? label : one;
  };
  /** A line of running text is as high as the text. */
  const isInText = (one: Element) => one.localName === "a" && getComputedStyle(one).display === "inline";

  return targets.flatMap((target) => {
    const part = pressedBy(target);
    part.scrollIntoView({ block: "center", behavior: "instant" });
    const [box] = [...part.getClientRects()].toSorted((a, b) => b.width * b.height - a.width * a.height);
    // Some are shown only to keys that reach them.
    if (!box || box.width <= 1 || box.bottom < 0) return [];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const at = (right: number, down: number) => document.elementFromPoint(x + right, y + down);
    const isHit = (hit: Element | null) => hit !== null && (part.contains(hit) || target.contains(hit));
    const hit = at(0, 0);
    if (!isHit(hit)) return `${nameOf(target)} is under ${hit ? nameOf(hit) : "nothing"}`;
    if (isInText(part) || Math.min(box.width, box.height) >= smallest) return [];
    // The area that takes a press may be larger than the box.
    const reach = (right: number, down: number) => {
      let far = 0;
      while (far < smallest && isHit(at(right * (far + 1), down * (far + 1)))) far += 1;
      return far;
    };
    const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    return Math.min(wide, high) < smallest - 1 ? `${nameOf(target)} has ${wide} × ${high} px` : [];
  });
}

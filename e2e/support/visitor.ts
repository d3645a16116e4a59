import { readFileSync } from "node:fs";
import { type Locator, type Page, expect } from "@playwright/test";
import type axeCore from "axe-core";

declare global {
  // Added to the page by findsNoBarrier.
  var axe: typeof axeCore;
}

/** Minified, because every checked page has to parse it. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const wide = { width: 1440, height: 900 };

/** A visitor who looks records up. */
export class Visitor {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get box(): Locator {
    return this.page.locator("main [name=number]:not([type=hidden])");
  }

  get answer(): Locator {
    return this.page.locator("#answer");
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async looksUp(number: string, name?: string): Promise<void> {
    await this.box.fill(number);
    if (name !== undefined) await this.page.getByRole("textbox", { name: "Name" }).fill(name);
    await this.page.getByRole("button", { name: "Search" }).click();
  }

  async readsThatItIsPublished(): Promise<void> {
    await expect(this.answer.getByText("Published by Shapla Overseas on 3 March 2026.")).toBeVisible();
  }

  async readsThatNothingWasFound(): Promise<void> {
    await expect(this.answer.getByRole("heading", { level: 2 })).toHaveText(/^We found no record for [A-Z\d\s]+$/);
  }

  /** The value of a particular on the sheet, such as "Father’s name". */
  particular(term: string): Locator {
    return this.answer.locator(`dt:text-is("${term}") + dd`);
  }

  /** The title of each document, and its number of pages. */
  documents(): Promise<string[]> {
    return this.answer
      .locator(".document h4")
      .evaluateAll((titles) => titles.map((title) => `${title.textContent}\n${title.nextElementSibling?.textContent}`));
  }

  /** Looks a record up and scrolls through all its images. */
  async seesPages(number: string): Promise<void> {
    await this.looksUp(number);
    await this.readsThatItIsPublished();
    for (const image of await this.answer.getByRole("img").all()) {
      await image.scrollIntoViewIfNeeded();
      await expect(image).not.toHaveJSProperty("naturalWidth", 0);
    }
  }

  /** The link that opens a page of a document. */
  pageLink(name: string): Locator {
    return this.answer.locator("a[data-page]").and(this.page.getByRole("link", { name }));
  }

  get viewer(): Locator {
    return this.page.getByRole("dialog");
  }

  /** `rule` is the only rule that is checked. Without it, all are. */
  async findsNoBarrier(rule?: string): Promise<void> {
    await this.#seesNothingFade();
    // Pages have no frames, so axe is needed only in the page itself.
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(axeSource);
    const barriers = await this.page.evaluate(async (only) => {
      // Preloading would fetch style sheets again, for rules that are off.
      const { violations } = await globalThis.axe.run({
        resultTypes: ["violations"],
        preload: false,
        ...(only !== undefined && { runOnly: [only] }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    }, rule);
    expect(barriers).toEqual([]);
  }

  /** Waits for running animations: fading content has too little contrast. Ignores those that have not begun. */
  async #seesNothingFade(): Promise<void> {
    await this.page.evaluate(async () => {
      const passing = document.getAnimations().filter(({ effect }) => {
        const { progress, endTime } = effect?.getComputedTiming() ?? {};
        return progress !== null && endTime !== Infinity;
      });
      await Promise.allSettled(passing.map(({ finished }) => finished));
    });
  }

  /**
   * Checks that nothing is beyond the edge and that there is no barrier. On a wide screen in the dark theme it checks
   * only the contrast: names and roles are those of the small screen, where a journey also opens the drawer.
   */
  async fitsAndHasNoBarrier(): Promise<void> {
    const size = this.page.viewportSize() ?? wide;
    await this.#isNoWiderThan(size.width);
    await this.findsNoBarrier();
    const theme = await this.#turns("dark");
    await this.page.setViewportSize(wide);
    await this.#isNoWiderThan(wide.width);
    await this.findsNoBarrier("color-contrast");
    await this.page.setViewportSize(size);
    await this.#turns(theme);
  }

  /** Sets the theme, as the switch does. Returns the previous theme. */
  async #turns(theme: string): Promise<string> {
    return this.page.evaluate((next) => {
      const { dataset } = document.documentElement;
      const before = dataset["theme"] ?? "dark";
      dataset["theme"] = next;
      return before;
    }, theme);
  }

  /** Checks that nothing is beyond the edge of a screen of this width. The window gets its size back afterwards. */
  async fitsInto(width: number): Promise<void> {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width, height: 800 });
    await this.#isNoWiderThan(width);
    if (before) await this.page.setViewportSize(before);
  }

  async #isNoWiderThan(width: number | undefined): Promise<void> {
    const widest = await this.page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, `${this.page.url()} at ${width} px`).toBe(width);
  }
}

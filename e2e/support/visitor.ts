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
    return this.page.locator("main [name=number]:not([type=hidden], [hidden])");
  }

  get answer(): Locator {
    return this.page.locator("#answer");
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Opens a page with a box, and waits for the script of sheets, which the page loads after its others. */
  async opensForSheet(path: string): Promise<void> {
    const script = this.page.waitForResponse(/of-sheet/);
    await this.opens(path);
    await (await script).finished();
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

  async findsNoBarrier(): Promise<void> {
    await this.seesNothingMove();
    // Pages have no frames, so axe is needed only in the page itself.
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(axeSource);
    const barriers = await this.page.evaluate(async () => {
      // Preloading would fetch style sheets again, for rules that are off.
      const { violations } = await globalThis.axe.run({ resultTypes: ["violations"], preload: false });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    });
    expect(barriers).toEqual([]);
    expect(await this.page.evaluate(strayAttributes)).toEqual([]);
  }

  /**
   * Waits for running animations: fading content has too little contrast, and while one page turns into the next, nothing
   * of it is under the pointer. Ignores those that have not begun.
   */
  async seesNothingMove(): Promise<void> {
    await this.page.evaluate(async () => {
      const isPassing = ({ effect }: Animation) => {
        const { progress, endTime } = effect?.getComputedTiming() ?? {};
        if (progress === null || endTime === Infinity) return false;
        // In a menu that was closed meanwhile, an animation never ends.
        return effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
      };
      while (document.getAnimations().some(isPassing)) await new Promise(requestAnimationFrame);
    });
  }

  /**
   * Checks that there is no barrier, and that nothing is beyond the edge: at this width, there with letters twice as
   * large, and on a wide screen. `src/web/design/contrast.test.ts` checks the colours of both themes.
   */
  async fitsAndHasNoBarrier(): Promise<void> {
    const { width } = this.page.viewportSize() ?? wide;
    await this.#isNoWiderThan(width);
    await this.findsNoBarrier();
    await this.enlarges(200);
    await this.#isNoWiderThan(width);
    await this.enlarges(100);
    await this.fitsInto(wide.width);
  }

  /** Enlarges letters, as a setting of the browser does. */
  async enlarges(percent: number): Promise<void> {
    await this.page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);
  }

  /** Checks that nothing is beyond the edge of a screen of this width. The window gets its size back afterwards. */
  async fitsInto(width: number): Promise<void> {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width, height: wide.height });
    await this.#isNoWiderThan(width);
    if (before) await this.page.setViewportSize(before);
  }

  async #isNoWiderThan(width: number | undefined): Promise<void> {
    const widest = await this.page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, `${this.page.url()} at ${width} px`).toBe(width);
  }
}

/** Attributes that no element knows: properties of a record or a component that were spread onto an element. */
function strayAttributes(): string[] {
  const known = new Map<string, Set<string>>();
  const knownTo = (element: Element) =>
    known.getOrInsertComputed(element.localName, () => {
      const names = new Set(["class", "for", "autocorrect", "capture", "popovertarget"]);
      for (const name in element) names.add(name.toLowerCase());
      return names;
    });
  return [...document.body.querySelectorAll("*")].flatMap((element) =>
    element instanceof HTMLElement
      ? element
          .getAttributeNames()
          .filter((name) => !/^(?:data|aria)-/.test(name) && !knownTo(element).has(name))
          .map((name) => `${element.localName}: ${name}`)
      : [],
  );
}

import { expect, type Locator } from "@playwright/test";

/** By the clock of its own animation, which is set: nobody waits. */
export async function goesAfter(toast: Locator, ms: number): Promise<void> {
  const looks = await toast.evaluate((element, end) => {
    const [leaving] = element.getAnimations({ subtree: true });
    if (!leaving) return [];
    leaving.pause();
    return [0, end - 1, end + 200].map((time) => {
      leaving.currentTime = time;
      const { visibility, opacity } = getComputedStyle(element);
      return `${visibility}, ${opacity}`;
    });
  }, ms);
  expect(looks).toEqual(["visible, 1", "visible, 1", "hidden, 0"]);
}

import { Readable } from "node:stream";
import sharp from "sharp";
import { system } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import { addPost } from "#operations/posts/publish-post.ts";

const clerk = system("journeys");

export const officePost = {
  title: "A new office in Mirpur",
  text: "We moved.\n\nCome in from Sunday to Thursday.\nBring the paper with you.",
  descriptions: ["The door of the new office", "Two desks by a window"] as const,
};
export const banglaPost = {
  title: "ভিসার নতুন নিয়ম",
  text: "কাউকে টাকা দেবেন না। আগে আমাদের জিজ্ঞেস করুন।",
  descriptions: ["", ""] as const,
};

/** Twelve posts, a day apart; the two above are the newest. */
export async function publishNews(portal: Portal): Promise<void> {
  const start = Date.parse("2026-03-01T06:00:00Z");
  const older = Array.from({ length: 10 }, (_, at) => ({
    title: `Notice ${at + 1}`,
    text: "The office is closed today.",
    descriptions: ["", ""] as const,
  }));
  for (const [at, post] of [...older, banglaPost, officePost].entries()) {
    const then: Portal = { ...portal, now: () => start + at * 86_400_000 };
    const images = [await picture(then, at * 2), await picture(then, at * 2 + 1)];
    await addPost(then, clerk, { ...post, images });
  }
}

/** A post with two images. */
export async function aPost(portal: Portal, title: string) {
  const images = [await picture(portal, 0), await picture(portal, 1)];
  return addPost(portal, clerk, { title, text: "We moved.", descriptions: ["", ""], images });
}

async function picture(portal: Portal, shade: number): Promise<string> {
  const background = { r: 40 + shade * 8, g: 90, b: 200 - shade * 6 };
  const file = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return (await receiveImage(portal, clerk, { bytes: Readable.from([file]), use: "paper" })).id;
}

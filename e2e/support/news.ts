import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { drawnDocument, uploaded } from "#test/support/documents.ts";

const journeys = system("journeys");

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

/** Publishes twelve posts, a day apart. The two above are the newest. */
export async function publishNews(portal: Portal): Promise<void> {
  const start = Date.parse("2026-03-01T06:00:00Z");
  const older = Array.from({ length: 10 }, (_, at) => ({
    title: `Notice ${at + 1}`,
    text: "The office is closed today.",
    descriptions: ["", ""] as const,
  }));
  for (const [at, post] of [...older, banglaPost, officePost].entries()) {
    const then: Portal = { ...portal, now: () => start + at * 86_400_000 };
    await addPost(then, journeys, { ...post, images: [await picture(then), await picture(then)] });
  }
}

/** A post with two images. */
export async function aPost(portal: Portal, title: string) {
  return addPost(portal, journeys, { ...officePost, title, images: [await picture(portal), await picture(portal)] });
}

const picture = async (portal: Portal) => uploaded(portal, journeys, await drawnDocument(900, 600));

import { Readable } from "node:stream";
import type { Actor } from "#core/staff/actor.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { Portal } from "#operations/portal.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { drawScene, type Scene } from "./draw-scene.ts";

type InventedPost = {
  daysAgo: number;
  title: string;
  text: string;
  /** Each with what it shows. */
  pictures: readonly [readonly [Scene, string], readonly [Scene, string]];
};

const invented: readonly InventedPost[] = [
  {
    daysAgo: 12,
    title: "Somebody writes to families in our name",
    text: "Several families have told us of messages that ask for money “so that the visa comes sooner”. They are not from us.\n\nWe never ask for money in a message. Look the paper up here first, then call the number on our contact page, not the one in the message.\n\nIf you have paid already, tell the police and your bank at once.",
    pictures: [
      ["office", "A desk with papers and a screen between two windows"],
      ["entrance", "The door of the office between two windows"],
    ],
  },
  {
    daysAgo: 3,
    title: "ইংরেজির নতুন ক্লাস শুরু হচ্ছে",
    text: "কাজের ইংরেজির নতুন ক্লাস আগামী মাসে শুরু হচ্ছে। আসন কম, তাই আগে আগে নাম লেখান।\n\nক্লাসের তালিকা আপনার অ্যাকাউন্টে আছে।",
    pictures: [
      ["classroom", "দুটি টেবিল আর একটি জানালাসহ ক্লাসরুম"],
      ["entrance", "দুই জানালার মাঝে অফিসের দরজা"],
    ],
  },
];

export async function addNews(portal: Portal, admin: Actor): Promise<void> {
  for (const { daysAgo, title, text, pictures } of invented) {
    const then: Portal = { ...portal, now: () => portal.now() - daysAgo * 24 * 60 * 60 * 1000 };
    const [first, second] = pictures;
    const images = [await uploaded(then, admin, first[0]), await uploaded(then, admin, second[0])];
    await addPost(then, admin, { title, text, images, descriptions: [first[1], second[1]] });
  }
}

const uploaded = async (portal: Portal, admin: Actor, scene: Scene): Promise<string> =>
  (await receiveImage(portal, admin, { bytes: Readable.from([await drawScene(scene)]), use: "paper" })).id;

import { Readable } from "node:stream";
import { dayMs } from "#core/durations.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { box, jpegOf, path } from "./documents/svg.ts";

const width = 1200;
const height = 800;

const wall = "#dfe5e8";
const floor = "#b9a58a";
const wood = "#8a5a44";
const dark = "#2b3a4e";
const sheet = "#f9f4e8";
const glass = "#a9c4d6";

const room = (tint: string) => box(0, 0, width, 620, { fill: tint }) + box(0, 620, width, 180, { fill: floor });

const pane = (x: number) =>
  box(x, 120, 260, 300, { fill: glass, stroke: "#ffffff", width: 12 }) +
  path(`M${x + 130} 120v300M${x} 270h260`, { stroke: "#ffffff", width: 8 });

const desk = (x: number) =>
  box(x, 520, 380, 30, { fill: wood }) +
  box(x + 20, 550, 24, 170, { fill: wood }) +
  box(x + 336, 550, 24, 170, { fill: wood }) +
  box(x + 60, 496, 130, 24, { fill: sheet }) +
  box(x + 70, 480, 120, 16, { fill: "#e6dcc4" }) +
  box(x + 230, 420, 110, 80, { fill: dark }) +
  box(x + 275, 500, 20, 20, { fill: dark });

const doorway = (x: number) =>
  box(x, 180, 250, 440, { fill: wood }) +
  box(x + 40, 230, 170, 160, { fill: glass }) +
  box(x + 205, 430, 20, 20, { fill: sheet });

const scenes = {
  office: room(wall) + pane(160) + pane(780) + desk(430),
  entrance: room("#e4e1da") + doorway(480) + pane(820) + pane(90),
  classroom: room("#d9e2d8") + pane(470) + desk(120) + desk(680),
};
type Scene = keyof typeof scenes;

const drawScene = (scene: Scene): Promise<Uint8Array> => jpegOf(width, height, scenes[scene]);

type InventedPost = {
  daysAgo: number;
  title: string;
  text: string;
  banglaTitle: string;
  banglaText: string;
  /** Each picture with its description. */
  pictures: readonly [readonly [Scene, string], readonly [Scene, string]];
};

const invented: readonly InventedPost[] = [
  {
    daysAgo: 12,
    title: "Somebody writes to families in our name",
    text: "Several families have told us of messages that ask for money “so that the visa comes sooner”. They are not from us.\n\nWe never ask for money in a message. Look the paper up here first, then call the number on our contact page, not the one in the message.\n\nIf you have paid already, tell the police and your bank at once.",
    banglaTitle: "আমাদের নাম করে কেউ পরিবারগুলোকে মেসেজ পাঠাচ্ছে",
    banglaText:
      "কয়েকটি পরিবার আমাদের জানিয়েছে, “ভিসা যেন তাড়াতাড়ি আসে” বলে মেসেজে টাকা চাওয়া হচ্ছে। মেসেজগুলো আমাদের নয়।\n\nআমরা কখনো মেসেজে টাকা চাই না। আগে কাগজটি এখানে খুঁজে দেখুন, তারপর যোগাযোগের পাতায় লেখা নম্বরে ফোন করুন, মেসেজের নম্বরে নয়।\n\nটাকা দিয়ে ফেললে এখনই পুলিশ ও ব্যাংককে জানান।",
    pictures: [
      ["office", "A desk with papers and a screen between two windows"],
      ["entrance", "The door of the office between two windows"],
    ],
  },
  {
    daysAgo: 3,
    title: "A new English class begins",
    text: "A new class of English for work begins next month. There are few seats, so enrol early.\n\nThe list of classes is in your account.",
    banglaTitle: "ইংরেজির নতুন ক্লাস শুরু হচ্ছে",
    banglaText: "কাজের ইংরেজির নতুন ক্লাস আগামী মাসে শুরু হচ্ছে। আসন কম, তাই আগে আগে নাম লেখান।\n\nক্লাসের তালিকা আপনার অ্যাকাউন্টে আছে।",
    pictures: [
      ["classroom", "A classroom with two tables and a window"],
      ["entrance", "The door of the office between two windows"],
    ],
  },
];

export async function addNews(portal: Portal, admin: Actor): Promise<void> {
  for (const { daysAgo, pictures, ...words } of invented) {
    const then: Portal = { ...portal, now: () => portal.now() - daysAgo * dayMs };
    const [first, second] = pictures;
    const images = [await uploaded(then, admin, first[0]), await uploaded(then, admin, second[0])];
    await addPost(then, admin, { ...words, images, descriptions: [first[1], second[1]] });
  }
}

const uploaded = async (portal: Portal, admin: Actor, scene: Scene): Promise<string> =>
  (await receiveImage(portal, admin, { bytes: Readable.from([await drawScene(scene)]), use: "paper" })).id;

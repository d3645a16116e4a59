import { describe, expect } from "vitest";
import { addPost, deletePost, updatePost } from "#operations/posts/publish-post.ts";
import type { Portal } from "#operations/portal.ts";
import { searchNews } from "#operations/posts/read-posts.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";

async function publish(portal: Portal, title: string, text: string) {
  const image = async () => uploaded(portal, admin, await drawnDocument(40, 30));
  return addPost(portal, admin, { title, text, images: [await image(), await image()] });
}

const titles = async (portal: Portal, question: string) =>
  (await searchNews(portal, question)).posts.map(({ title }) => title);

describe.each(engines)("news are searched on %s", (engine) => {
  const test = sharedTest[engine];

  test("by the beginnings of words, all of which must occur, the newest post first", async ({ portal }) => {
    await publish(portal, "A new office in Mirpur", "We moved.\nCome in, it’s open.");
    await publish(portal, "Office hours", "From Sunday to Thursday in Mirpur, too.");
    expect(await titles(portal, "mirp OFFICE")).toEqual(["Office hours", "A new office in Mirpur"]);
    expect(await titles(portal, "mirpur moved")).toEqual(["A new office in Mirpur"]);
    expect(await titles(portal, "irpur")).toEqual([]);
    expect(await titles(portal, "office uttara")).toEqual([]);
    expect(await titles(portal, "o")).toEqual([]);
    expect(await titles(portal, "")).toEqual([]);
  });

  test("in Bangla, with or without the endings of a word", async ({ portal }) => {
    await publish(portal, "ভিসার নতুন নিয়ম", "কাউকে টাকা দেবেন না। প্রয়োজনীয় কাগজ সঙ্গে আনুন।");
    for (const question of ["ভিসা", "টাকা নিয়", "প্রয়োজনীয়".normalize("NFD"), "প্রয়োজনীয়".normalize("NFC")]) {
      expect(await titles(portal, question), question).toEqual(["ভিসার নতুন নিয়ম"]);
    }
    expect(await titles(portal, "ভিসি")).toEqual([]);
  });

  test("in their current version: edited posts by their new words, deleted posts not at all", async ({ portal }) => {
    const { id } = await publish(portal, "Zebra crossing", "Look left and right.");
    expect(await titles(portal, "zebra")).toEqual(["Zebra crossing"]);
    await updatePost(portal, admin, { id }, { title: "Giraffe crossing", text: "Look up.", images: ["", ""] });
    expect(await titles(portal, "zebra")).toEqual([]);
    expect(await titles(portal, "giraffe up")).toEqual(["Giraffe crossing"]);
    await deletePost(portal, admin, { id });
    expect(await titles(portal, "giraffe")).toEqual([]);
    expect(await titles(portal, "crossing")).toEqual([]);
  });

  test("in this registry only, and without fields for staff", async ({ portal }) => {
    const { id } = await publish(portal, "Quagga", "Seen again.");
    const { posts } = await searchNews(portal, "quagga");
    const publicKeys = ["addedAt", "banglaText", "banglaTitle", "changedAt", "id", "images", "text", "title"];
    expect(Object.keys(posts[0] ?? {}).toSorted()).toEqual(publicKeys);
    expect(posts[0]?.id).toBe(id);
    expect(await searchNews({ ...portal, registry: "Another_Registry" }, "quagga")).toEqual({
      posts: [],
      isMore: false,
    });
  });

  test.for([
    "' or 1=1 --",
    `"quagga" OR "office"`,
    "quagga*",
    "quagga & !office",
    "NEAR(quagga office)",
    "search_words:quagga",
    "quagga\\",
    "'quagga':*",
    "%",
    "\u0000quagga",
    "\ud800",
    "🦓🦓",
    "((((((((",
    "x".repeat(5000),
    "a b ".repeat(2000),
    "𞤀𞤣𞤤",
    "৳ ৳৳",
  ])("without an error for the input %j", async (question, { portal }) => {
    await expect(searchNews(portal, question)).resolves.toBeDefined();
  });
});

testOn("sqlite")("a search of news returns 20 posts and whether there are more", async ({ portal }) => {
  for (let number = 0; number < 21; number += 1) await publish(portal, `Okapi ${number}`, "Another one.");
  const { posts, isMore } = await searchNews(portal, "okapi");
  expect([posts.length, isMore, posts[0]?.title]).toEqual([20, true, "Okapi 20"]);
});

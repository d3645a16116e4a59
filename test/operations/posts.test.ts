import { describe, expect } from "vitest";
import { postIn } from "#core/posts/post.ts";
import { anonymous } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { verifyAudit, verifyImages } from "#operations/upkeep/verify.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addPost, deletePost, updatePost } from "#operations/posts/publish-post.ts";
import { listNews, listPosts, readNews, readPost, searchNews } from "#operations/posts/read-posts.ts";
import { imageIds } from "#storage/database/records/images.ts";
import { admin, otherAdmin } from "../support/accounts/people.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";

const words = { title: "A new office", text: "We moved.\nCome in." };
const twoImages = async (portal: Portal) => [await uploaded(portal, admin), await uploaded(portal, admin)] as const;
const add = async (portal: Portal, different = {}) =>
  addPost(portal, admin, { ...words, images: await twoImages(portal), ...different });
const seeAs = (portal: Portal, page: string, actor = anonymous) =>
  openImage(portal, { page, size: "list", viewer: { actor } });
const imagesLeft = async ({ database }: Portal) => (await imageIds(database.read)).toSorted();
const notFound = expect.objectContaining({ id: "not-found" });

describe.each(engines)("news on %s", (engine) => {
  const test = testOn(engine);
  test("can be read by everybody, with their images", async ({ portal }) => {
    const images = await twoImages(portal);
    const { id } = await addPost(portal, admin, { ...words, images });
    const seen = await readNews(portal, id);
    expect(seen).toEqual({
      id,
      ...words,
      banglaTitle: "",
      banglaText: "",
      images: images.map((image) => ({
        image: `${image}-1`,
        width: 300,
        height: 400,
        placeholder: expect.any(String),
        description: "",
      })),
      addedAt: expect.any(Number),
      changedAt: expect.any(Number),
    });
    expect(await listNews(portal)).toEqual({ posts: [seen], next: null });
    for (const { image } of seen.images) {
      using opened = await seeAs(portal, image);
      expect(opened.bytes.subarray(8, 12).toString()).toBe("WEBP");
    }
    await expect(seeAs(portal, `${images[0]}-2`)).rejects.toEqual(notFound);
    await expect(seeAs({ ...portal, registry: "Another_Registry" }, `${images[0]}-1`)).rejects.toEqual(notFound);
    expect(await readPost(portal, admin, id)).toMatchObject({ addedBy: "admin-1", changedBy: "admin-1", version: 1 });
    expect(await verifyImages(portal)).toEqual({ kept: 2, broken: [], orphans: [] });
  });

  test("are listed page by page, the newest first", async ({ portal }) => {
    const images = [await twoImages(portal), await twoImages(portal), await twoImages(portal)];
    for (const [at, pair] of images.entries()) {
      await addPost({ ...portal, now: () => 1000 + (at >> 1) }, admin, { ...words, title: `N${at}`, images: pair });
    }
    const first = await listNews(portal, { limit: 2 });
    expect(first.posts.map(({ title }) => title)).toEqual(["N2", "N1"]);
    const second = await listPosts(portal, admin, { limit: 2, cursor: first.next ?? "" });
    expect(second).toMatchObject({ posts: [{ title: "N0" }], next: null });
    await expect(listNews(portal, { cursor: "nonsense" })).rejects.toMatchObject({ id: "invalid" });
    expect((await listNews({ ...portal, registry: "Another_Registry" })).posts).toEqual([]);
  });
});

// One engine is enough: these queries are the same on both.
describe("news", () => {
  const test = testOn("sqlite");

  test("need two images that exist and that the author may attach", async ({ portal }) => {
    const [one, two] = await twoImages(portal);
    const problemsOf = (images: unknown) =>
      addPost(portal, admin, { ...words, images }).then(
        () => "added",
        (error: unknown) => (error as { fields: unknown }).fields,
      );
    expect(await problemsOf(["0".repeat(32), "x"])).toEqual({ "images.0": "image-gone", "images.1": "image-gone" });
    expect(await problemsOf([one, two])).toBe("added");
    expect(await problemsOf([one, two])).toEqual({ "images.0": "image-gone", "images.1": "image-gone" });
    expect((await listNews(portal)).posts).toHaveLength(1);
  });

  test("can be in Bangla as well, but only with both title and text", async ({ portal }) => {
    const bangla = { banglaTitle: "নতুন অফিস", banglaText: "আমরা জায়গা বদলেছি।" };
    const post = await add(portal, bangla);
    expect(await readNews(portal, post.id)).toMatchObject({ ...words, ...bangla });
    expect(postIn(post, "bn")).toMatchObject({ title: bangla.banglaTitle, text: bangla.banglaText });
    expect(postIn(post, "en")).toMatchObject(words);
    expect((await searchNews(portal, "জায়গা")).posts.map(({ id }) => id)).toEqual([post.id]);
    const half = updatePost(portal, admin, { id: post.id }, { ...words, ...bangla, banglaText: " " });
    await expect(half).rejects.toMatchObject({ id: "invalid", fields: { banglaText: "required" } });
    await expect(add(portal, { banglaText: "x" })).rejects.toMatchObject({ fields: { banglaTitle: "required" } });
    const { post: inOne } = await updatePost(portal, admin, { id: post.id }, words);
    expect(postIn(inOne, "bn")).toMatchObject(words);
  });

  test("keep the descriptions of their images until an edit changes them", async ({ portal }) => {
    const { id, images } = await add(portal, { descriptions: ["A door", ""] });
    expect(images.map(({ description }) => description)).toEqual(["A door", ""]);
    const shows = async (edit: object) =>
      (await updatePost(portal, admin, { id }, { ...words, images: ["", ""], ...edit })).post.images.map(
        ({ description }) => description,
      );
    expect(await shows({})).toEqual(["A door", ""]);
    expect(await shows({ descriptions: ["A gate", "Two desks"] })).toEqual(["A gate", "Two desks"]);
    await expect(shows({ descriptions: ["x".repeat(201), "\u0000"] })).rejects.toMatchObject({
      fields: { "descriptions.0": "too-long", "descriptions.1": "not-text" },
    });
  });

  test("can use their own images again in another position", async ({ portal }) => {
    const { id, images } = await add(portal);
    const [first, second] = images.map(({ image }) => image.slice(0, 32));
    const { post } = await updatePost(portal, admin, { id }, { ...words, images: [second, first] });
    expect(post.images).toEqual([images[1], images[0]]);
    const { post: twice } = await updatePost(portal, admin, { id }, { ...words, images: [first, ""] });
    expect(twice.images).toEqual([images[0], images[0]]);
    expect(await imagesLeft(portal)).toEqual([first]);
  });

  test("are reported by a verification if their blobs are missing", async ({ portal }) => {
    const { images } = await add(portal);
    const [first] = images.map(({ image }) => image.slice(0, 32));
    for await (const { name } of portal.blobs.list()) if (name === `${first}.1.list`) await portal.blobs.remove(name);
    expect(await verifyImages(portal)).toEqual({ kept: 1, broken: [first], orphans: [] });
  });

  test("keep their images in a sweep of unused uploads", async ({ portal }) => {
    await add(portal);
    await uploaded(portal, admin);
    await sweepAllImages({ ...portal, now: () => Date.now() + 2 * 24 * 60 * 60 * 1000 });
    expect(await imagesLeft(portal)).toHaveLength(2);
  });

  test("keep an image that an edit does not replace, and lose one that it replaces", async ({ portal }) => {
    const { id, images, addedAt } = await add(portal);
    const fresh = await uploaded(portal, otherAdmin);
    const edit = { ...words, title: "The new office", images: ["", fresh] };
    const { modified, post } = await updatePost(portal, otherAdmin, { id, expectedVersion: 1 }, edit);
    expect(modified).toBe(1);
    expect(post).toMatchObject({
      title: "The new office",
      addedAt,
      addedBy: "admin-1",
      changedBy: "admin-2",
      version: 2,
    });
    expect(post.images.map(({ image }) => image)).toEqual([images[0].image, `${fresh}-1`]);
    expect(await readPost(portal, admin, id)).toEqual(post);
    await expect(seeAs(portal, images[1].image)).rejects.toEqual(notFound);
    expect(await imagesLeft(portal)).toEqual([images[0].image.slice(0, 32), fresh].toSorted());
    const stale = updatePost(portal, admin, { id, expectedVersion: 1 }, edit);
    await expect(stale).rejects.toMatchObject({ id: "stale" });
    const same = updatePost(portal, admin, { id }, { ...words, title: "The new office" });
    expect(await same).toEqual({ modified: 0, post });
    expect(await auditTrail(portal, admin, "post", id)).toMatchObject([
      { action: "post-added", actor: "admin-1" },
      { action: "post-edited", actor: "admin-2", changedFields: ["images", "title"] },
    ]);
  });

  test("are deleted for good, together with their images", async ({ portal }) => {
    const { id, images } = await add(portal);
    const other = await add(portal);
    await expect(
      deletePost(portal, { ...admin, kind: "account", id: "admin-1", role: "admin", mustProveAgain: true }, { id }),
    ).rejects.toMatchObject({ id: "prove-again" });
    expect(await deletePost(portal, admin, { id })).toEqual({ deleted: 1 });
    for (const asked of [
      () => readNews(portal, id),
      () => deletePost(portal, admin, { id }),
      () => updatePost(portal, admin, { id }, words),
    ]) {
      await expect(asked()).rejects.toEqual(notFound);
    }
    await expect(seeAs(portal, images[0].image)).rejects.toEqual(notFound);
    expect(await verifyImages(portal)).toEqual({ kept: 2, broken: [], orphans: [] });
    expect((await listNews(portal)).posts).toMatchObject([{ id: other.id }]);
    expect(await verifyAudit(portal)).toEqual({ events: 3, brokenAt: null });
  });
});

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

import { randomUUID } from "node:crypto";
import type { StoredPost } from "#core/posts/post.ts";
import { seededRandom } from "#demo/random.ts";
import { postRow, searchNews } from "#operations/posts/read-posts.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { insertRow } from "#storage/database/rows.ts";
import { quantile, timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

const posts = 10_000;
const wordsInPost = 150;
const vocabulary = 5000;
const rounds = 100;

const questions = {
  "in none": "zzzz",
  "in one": "onlyhere",
  "in 1 %": "hundredth",
  "in all": "w1",
  "two letters, in all": "w1 w2",
  "common and none": "w1 zzzz",
  "eight words": "w1 w2 w3 w4 w5 w6 w7 w8",
};

/** 10,000 posts of 150 words. Few words are common, many are rare. Every hundredth post has one word more. */
export async function newsSearch(engine: string, portal: OpenPortal, settle: () => Promise<unknown>): Promise<Row[]> {
  await fill(portal);
  await settle();
  const rows: Row[] = [];
  for (const [which, question] of Object.entries(questions)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timeOf(() => searchNews(portal, question)));
    rows.push(atMost(`search of the news on ${engine}, ${which}: median`, "ms", quantile(times, 0.5), 50));
  }
  return rows;
}

async function fill(portal: OpenPortal): Promise<void> {
  const random = seededRandom(42);
  const image = { image: `${"0".repeat(32)}-1`, width: 4, height: 3, placeholder: "", description: "" };
  await portal.database.write(async (writer) => {
    for (let number = 0; number < posts; number += 1) {
      const title = `Post ${number}`;
      // The most common words occur a thousand times as often as the rarest.
      const words = Array.from({ length: wordsInPost }, () => `w${Math.floor(vocabulary ** random())}`);
      const text = [...words, number % 100 === 0 ? "hundredth" : "", number === 7 ? "onlyhere" : ""].join(" ");
      const id = randomUUID();
      const dates = { addedAt: number, addedBy: "bench", changedAt: number, changedBy: "bench" };
      const post: StoredPost = {
        id,
        title,
        text,
        banglaTitle: "",
        banglaText: "",
        images: [image, image],
        ...dates,
        version: 1,
      };
      await insertRow(writer, "post", postRow(portal, post, newDataKey(portal.keyring, id)));
    }
  });
}

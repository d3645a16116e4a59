import { randomUUID } from "node:crypto";
import { uniqueWords } from "#core/search/search-words.ts";
import { seededRandom } from "#demo/random.ts";
import { searchNews } from "#operations/posts/read-posts.ts";
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

async function fill({ database, registry }: OpenPortal): Promise<void> {
  const random = seededRandom(42);
  const image = { image: `${"0".repeat(32)}-1`, width: 4, height: 3, placeholder: "", description: "" };
  await database.write(async (writer) => {
    for (let number = 0; number < posts; number += 1) {
      const title = `Post ${number}`;
      // The most common words occur a thousand times as often as the rarest.
      const words = Array.from({ length: wordsInPost }, () => `w${Math.floor(vocabulary ** random())}`);
      const text = [...words, number % 100 === 0 ? "hundredth" : "", number === 7 ? "onlyhere" : ""].join(" ");
      await insertRow(writer, "post", {
        id: randomUUID(),
        registry,
        title,
        text,
        bangla_title: "",
        bangla_text: "",
        images: JSON.stringify([image, image]),
        added_at: number,
        added_by: "bench",
        changed_at: number,
        changed_by: "bench",
        version: 1,
        key_set: "bench",
        wrapped_key: new Uint8Array(1),
        search_words: uniqueWords(`${title}\n${text}`).join(" "),
      });
    }
  });
}

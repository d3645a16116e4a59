import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { readConfig } from "#config";
import type { PostImage } from "#core/posts/post.ts";
import { uniqueWords } from "#core/search/search-words.ts";
import { searchNews } from "#operations/posts/read-posts.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { insertPost } from "#storage/database/posts.ts";
import { createDatabase, startPostgres } from "#test/support/postgres.ts";
import { quantile } from "./support/measure.ts";
import { vacuum } from "./support/portals.ts";

/**
 * How long a search of the news takes: `node tools/ready.mjs run node bench/news-search.ts`. 10,000 posts of 150 words, made of
 * 5,000 words of which few are common and many rare, as in any language; every hundredth is of one word more.
 */
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

/** The commonest words come a thousand times as often as the rarest. */
const wordAt = (place: number) => `w${Math.floor(vocabulary ** place)}`;

let state = 42;
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
}

function textOf(number: number): string {
  const words = Array.from({ length: wordsInPost }, () => wordAt(random()));
  return [...words, ...(number % 100 === 0 ? ["hundredth"] : []), ...(number === 7 ? ["onlyhere"] : [])].join(" ");
}

async function fill({ database, registry }: OpenPortal): Promise<void> {
  const image: PostImage = { image: `${"0".repeat(32)}-1`, width: 4, height: 3, placeholder: "", description: "" };
  await database.write(async (writer) => {
    for (let number = 0; number < posts; number += 1) {
      const text = textOf(number);
      const by = { added_at: number, added_by: "bench", changed_at: number, changed_by: "bench" };
      await insertPost(writer, {
        ...by,
        id: randomUUID(),
        registry,
        title: `Post ${number}`,
        text,
        images: JSON.stringify([image, image]),
        version: 1,
        key_set: "bench",
        wrapped_key: new Uint8Array(1),
        search_words: uniqueWords(`Post ${number}\n${text}`).join(" "),
      });
    }
  });
}

async function measure(engine: string, portal: OpenPortal): Promise<void> {
  const rows = [];
  for (const [which, question] of Object.entries(questions)) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      found = (await searchNews(portal, question)).posts.length;
      times.push(performance.now() - start);
    }
    const [median, p99] = [0.5, 0.99].map((share) => `${quantile(times, share).toFixed(2)} ms`);
    rows.push({ engine, which, found, median, p99 });
  }
  console.table(rows);
}

const folder = await mkdtemp(join(tmpdir(), "attestry-bench-"));
const server = await startPostgres();
try {
  const url = await createDatabase(server.url);
  for (const [engine, more] of Object.entries({ sqlite: {}, postgres: { DATABASE_URL: url } })) {
    await using portal = await openPortal(readConfig({ DATA_DIR: join(folder, engine), ...more }));
    await fill(portal);
    if (engine === "postgres") await vacuum(url);
    await measure(engine, portal);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

import { readFile, stat, writeFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { makeSecret } from "#server/secret-file.ts";
import { attestry } from "../support/command.ts";
import { freshEnvironment, whenFileEnds } from "../support/portals.ts";

let environment: Record<string, string>;
const [current, older] = [makeSecret(), "correct horse battery staple and some more"];

beforeAll(async () => {
  environment = await freshEnvironment("sqlite", whenFileEnds);
  await writeFile(`${environment["DATA_DIR"]}/secret`, `${current}\n${older}\n`);
});

const check = (typed: string, ...args: string[]) => attestry(environment, ["secret", "check", ...args], `${typed}\n`);

/** The words of each secret on the card, as a person reads them. */
const wordsOn = (page: string) =>
  [...page.matchAll(/<ol>(.*?)<\/ol>/gs)].map(([, list = ""]) =>
    [...list.matchAll(/<li>(\w+)<\/li>/g)].map(([, word = ""]) => word),
  );

test("the secret card shows each secret as words and QR code, is for its owner alone, and never overwrites a file", async () => {
  const file = `${environment["DATA_DIR"]}/card.html`;
  const said = await attestry({ ...environment, PUBLIC_URL: "https://check.example.com" }, ["secret", "card", file]);
  expect(said).toMatchObject({ code: 0, err: "", out: expect.stringContaining("delete the file") });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const page = await readFile(file, "utf8");
  expect(page).toContain("Secret of check.example.com");
  expect(page).toContain(`<dd>${environment["DATA_DIR"]}</dd>`);
  expect(page.match(/<svg/g)).toHaveLength(2);
  expect(`${said.out}${page}`).not.toContain(current);
  const again = await attestry(environment, ["secret", "card", file]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining("exists already") });
  expect(await readFile(file, "utf8")).toBe(page);
});

test("check accepts the current and older secrets, as words in any format or as text; --print turns words into text", async () => {
  const [words = [], olderWords = []] = wordsOn((await attestry(environment, ["secret", "card"])).out);
  const numbered = words.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join("\n");
  expect(await check(numbered)).toMatchObject({ code: 0, out: "This is the secret in use.\n", err: "" });
  expect(await check(current)).toMatchObject({ code: 0, out: "This is the secret in use.\n" });
  const asOlder = { code: 0, out: expect.stringMatching(/^This is an older secret, number 2 of 2\./) };
  expect(await check(olderWords.join(" "))).toMatchObject(asOlder);
  expect(await check(older)).toMatchObject(asOlder);
  expect(await check(olderWords.join(" "), "--print")).toMatchObject({ code: 0, out: `${older}\n` });
});

test("check names a wrong word and its correction, recognizes the words of another site, and then prints nothing", async () => {
  const [words = []] = wordsOn((await attestry(environment, ["secret", "card"])).out);
  const refused = (err: RegExp) => ({ code: 1, out: "", err: expect.stringMatching(err) });
  const mistyped = words.with(6, "zzz").join(" ");
  expect(await check(mistyped, "--print")).toMatchObject(
    refused(new RegExp(`^There is a mistake: word 7 is "zzz", but must be "${words[6]}"\\.\n$`)),
  );
  expect(await check(words.with(0, "kow").with(3, "dogg").join(" "))).toMatchObject(
    refused(/^There are mistakes\. Compare these with the card: word 1 is "kow", word 4 is "dogg"\.\n$/),
  );
  expect(await check(words.slice(1).join(" "))).toMatchObject(refused(/^There are mistakes in these 26 words\. /));
  expect(await check(makeSecret())).toMatchObject(refused(/^This is not a secret of this site/));
  const other = { ...(await freshEnvironment("sqlite")) };
  const foreign = await attestry(other, ["secret", "check"], `${words.join(" ")}\n`);
  expect(foreign).toMatchObject(refused(/^The words have no mistake, but this is not a secret that is in use here/));
});

test("words are turned into the secret on a machine that has none, and no secret is created there", async () => {
  const empty = { DATA_DIR: `${environment["DATA_DIR"]}/nowhere` };
  const [words = []] = wordsOn((await attestry(environment, ["secret", "card"])).out);
  const said = await attestry(empty, ["secret", "check", "--print"], words.join("\n"));
  expect(said).toMatchObject({ code: 0, out: `${current}\n`, err: "The words have no mistake.\n" });
  const typed = await attestry(empty, ["secret", "check"], `${current}\n`);
  expect(typed).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no secret here to compare with/) });
  expect(await attestry(empty, ["secret", "card"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("The secret is missing"),
  });
  await expect(stat(empty.DATA_DIR)).rejects.toMatchObject({ code: "ENOENT" });
});

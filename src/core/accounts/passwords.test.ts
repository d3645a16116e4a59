import { describe, expect, test } from "vitest";
import { passwordProblem } from "./passwords.ts";

const owner = { email: "rahim.uddin@example.org", name: "Rahim Uddin" };
const problemOf = (password: string) => passwordProblem(password, owner);

describe("passwordProblem accepts", () => {
  test.each([
    "gravel tulip nine oboe",
    "kV8#pLq2!zRt",
    "নীল আকাশে সাদা মেঘ",
    "dragon monkey sunshine",
    "wolkenkratzer im nebel 7",
    "rahim likes papaya juice",
    "x".repeat(3) + " seven purple lamps",
    "correct lantern",
    "kv8#plq2!zrt".repeat(2),
    "abcde edcba eacbd",
    "kx7#qwertyuio",
  ])("%s", (password) => {
    expect(problemOf(password)).toBeNull();
  });
});

describe("passwordProblem counts characters", () => {
  test.each([
    ["eleven characters are too short", "gravel tuli", "password-short"],
    ["eleven emoji of two code units each are too short", "😀😃😄😁😆😅🤣😂🙂🙃😉", "password-short"],
    ["an empty password is too short", "", "password-short"],
    ["129 characters are too long", "ab!7".repeat(32) + "x", "password-long"],
    ["ten million characters are too long", "a".repeat(10_000_000), "password-long"],
  ])("%s", (_, password, problem) => {
    expect(problemOf(password)).toBe(problem);
  });

  test.each([
    ["password", "password-short-common"],
    ["P@ssw0rd", "password-short-common"],
    ["123456", "password-short-common"],
    ["rahim99", "password-short-personal"],
    ["abc", "password-short"],
    ["kV8#pLq2", "password-short"],
  ])("a short password is also reported as common or personal: %s", (password, problem) => {
    expect(problemOf(password)).toBe(problem);
  });

  test("twelve emoji are long enough, and 128 characters are not too long", () => {
    expect(problemOf("😀😃😄😁😆😅🤣😂🙂🙃😉😌")).toBeNull();
    expect(problemOf("gravel tulip nine oboe ".repeat(6).slice(0, 128))).toBeNull();
  });

  test("a ligature counts as the letters that it represents", () => {
    expect(problemOf("ﬃﬃ qz7 lm")).toBeNull();
  });
});

describe("passwordProblem refuses as common", () => {
  test.each([
    "password1234",
    "Password2026!",
    "P@ssw0rd2026",
    "ＰＡＳＳＷＯＲＤ１２３４",
    "passwordpassword",
    "adminadmin12",
    "welcome-admin-1",
    "Bangladesh1971",
    "Bangladesh@@@1971",
    "letmein!letmein!",
    "iloveyouforever",
    "correct horse battery staple",
    "aaaaaaaaaaaa",
    "ababababababab",
    "abc123abc123",
    "kv8#pq".repeat(2),
    "wkxvwvkxwxkv",
    "kx7qwertyuio",
    "qwer7asdf8zxcv9",
    "123456789012",
    "210987654321",
    "qwertyuiop12",
    "QWERTYUIOP[]",
    "asdfghjklzxcvbnm",
    "1qaz2wsx3edc",
    "zyxwvutsrqpo",
    "            ",
  ])("%s", (password) => {
    expect(problemOf(password)).toBe("password-common");
  });
});

describe("passwordProblem refuses as personal", () => {
  test.each(["rahim.uddin@example.org", "RahimUddin1985", "uddin-rahim-88", "Rahim.Rahim.12", "example.org2026"])(
    "%s",
    (password) => {
      expect(problemOf(password)).toBe("password-personal");
    },
  );

  test("a name only for the owner of that name", () => {
    expect(passwordProblem("TasnimBegum1985", { email: "t@example.org", name: "Tasnim Begum" })).toBe(
      "password-personal",
    );
    expect(problemOf("TasnimBegum1985")).toBeNull();
  });

  test("a name of several words without its spaces, but no part that is too short to tell a person", () => {
    const anna = { email: "a.li@example.org", name: "Anna  Li Bo" };
    expect(passwordProblem("1985-annalibo", anna)).toBe("password-personal");
    expect(passwordProblem("li-bo li-bo-x92", anna)).toBeNull();
  });
});

test("passwordProblem refuses an unpaired surrogate and NUL as not text", () => {
  expect(problemOf("gravel tulip \uD83D nine")).toBe("not-text");
  expect(problemOf("gravel tulip \0 nine")).toBe("not-text");
});

import { describe, expect, test } from "vitest";
import { passwordProblem } from "./passwords.ts";

const owner = { email: "rahim.uddin@example.org", name: "Rahim Uddin" };
const problemOf = (password: string) => passwordProblem(password, owner);

describe("taken", () => {
  test.each([
    "gravel tulip nine oboe",
    "kV8#pLq2!zRt",
    "নীল আকাশে সাদা মেঘ",
    "dragon monkey sunshine",
    "wolkenkratzer im nebel 7",
    "rahim likes papaya juice",
    "x".repeat(3) + " seven purple lamps",
    "correct lantern",
  ])("%s", (password) => {
    expect(problemOf(password)).toBeNull();
  });
});

describe("refused as short or long, counted in characters", () => {
  test.each([
    ["eleven", "gravel tuli", "password-short"],
    ["eleven faces that are twenty-two code units", "😀😃😄😁😆😅🤣😂🙂🙃😉", "password-short"],
    ["nothing", "", "password-short"],
    ["129", "ab!7".repeat(32) + "x", "password-long"],
    ["ten million", "a".repeat(10_000_000), "password-long"],
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
  ])("%s: all that is wrong is said at once", (password, problem) => {
    expect(problemOf(password)).toBe(problem);
  });

  test("but twelve faces, and 128 characters, are enough", () => {
    expect(problemOf("😀😃😄😁😆😅🤣😂🙂🙃😉😌")).toBeNull();
    expect(problemOf("gravel tulip nine oboe ".repeat(6).slice(0, 128))).toBeNull();
  });

  test("a ligature counts as the letters that it stands for", () => {
    expect(problemOf("ﬃﬃ qz7 lm")).toBeNull();
  });
});

describe("refused as common", () => {
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

describe("refused as known to others", () => {
  test.each(["rahim.uddin@example.org", "RahimUddin1985", "uddin-rahim-88", "Rahim.Rahim.12", "example.org2026"])(
    "%s",
    (password) => {
      expect(problemOf(password)).toBe("password-personal");
    },
  );

  test("only of the one whose name it is", () => {
    expect(passwordProblem("TasnimBegum1985", { email: "t@example.org", name: "Tasnim Begum" })).toBe(
      "password-personal",
    );
    expect(problemOf("TasnimBegum1985")).toBeNull();
  });
});

test("half a character and NUL are no text", () => {
  expect(problemOf("gravel tulip \uD83D nine")).toBe("not-text");
  expect(problemOf("gravel tulip \0 nine")).toBe("not-text");
});

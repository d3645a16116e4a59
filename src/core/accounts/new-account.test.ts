import { expect, test } from "vitest";
import { parseNewAccount, newPasswordProblems } from "./new-account.ts";

const person = { email: "rahim.uddin@example.org", name: "Rahim Uddin" };

test.each([
  [{ ...person, password: "gravel tulip nine oboe" }, {}],
  [{ ...person, password: "gravel tulip nine oboe", password2: "gravel tulip nine oboe" }, {}],
  [{ ...person, password: "gravel tulip nine oboe", password2: "gravel" }, { password2: "password-differs" }],
  [
    { ...person, password: "password", password2: "passwort" },
    { password: "password-short-common", password2: "password-differs" },
  ],
  [{ ...person, password: "rahim99" }, { password: "password-short-personal" }],
  [{ ...person, password: "" }, {}],
  [{ password: 5, password2: [] }, {}],
  [{ password: "gravel tulip nine oboe", password2: 5 }, { password2: "password-differs" }],
  [null, {}],
])("the form %j has the password problems %j", (form, problems) => {
  expect(newPasswordProblems(form)).toEqual(problems);
});

test("a known owner is used instead of the name and address in the form", () => {
  expect(newPasswordProblems({ name: "X", password: "rahim99" }, person)).toEqual({
    password: "password-short-personal",
  });
});

test("a wrong address, a missing name and a weak password are reported together", () => {
  const form = { email: "nobody", name: "", password: "password1234", password2: "password" };
  expect(() => parseNewAccount(form)).toThrow(
    expect.objectContaining({
      fields: {
        email: "email-format",
        name: "required",
        password: "password-common",
        password2: "password-differs",
      },
    }),
  );
});

import { defineConfig } from "oxlint";
import { importRows, noEnvironment } from "./tools/import-rows.ts";

const tests = ["**/*.test.{ts,tsx}", "**/*.fixture.ts", "test/**", "e2e/**"];
const programs = ["src/main.ts", "src/cli/**", "tools/**", "bench/**"];
const defaultExports = [
  "*.config.ts",
  "src/web/root.tsx",
  "src/web/entry.server.tsx",
  "src/web/routes.ts",
  "src/web/**/*.route.{ts,tsx}",
  "test/support/global-setup.ts",
  "e2e/support/portal.ts",
];

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "promise", "node", "react", "jsx-a11y", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["build", ".runtime", ".react-router", ".demo", "src/i18n/{compiled,bundled}", "test-results"],
  rules: {
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-definitions": ["error", "type"],
    "typescript/consistent-type-imports": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-import-type-side-effects": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/prefer-nullish-coalescing": ["error", { ignoreMixedLogicalExpressions: true }],
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/prefer-readonly": "error",
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/use-unknown-in-catch-callback-variable": "error",
    eqeqeq: "error",
    // They inform: nothing is split or squeezed to fit. `test/house/lint-rules.test.ts` refuses 600 and 100.
    "max-lines": ["warn", { max: 400 }],
    "max-lines-per-function": ["warn", { max: 60 }],
    "no-console": "error",
    "no-param-reassign": "error",
    "no-restricted-imports": ["error", noEnvironment],
    "no-var": "error",
    "prefer-const": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "import/no-duplicates": "error",
    "import/no-mutable-exports": "error",
    "node/no-process-env": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/prefer-node-protocol": "error",
    "vitest/no-restricted-vi-methods": ["error", { mock: "Use real parts.", doMock: "Use real parts." }],

    "typescript/no-misused-spread": ["error", { allow: ["string"] }],
    "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "fc.assert"] }],

    // JSX needs no React in scope since React 17.
    "react/react-in-jsx-scope": "off",
    // The answer to a search gets the focus, so that a screen reader starts there.
    "jsx-a11y/no-autofocus": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    // CommonJS packages have named exports that native modules cannot see.
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    // Names such as `using _lock` start with an underscore because nothing reads the variable.
    "no-underscore-dangle": "off",
    // These rules do not understand closures, fixtures and promises that are awaited later.
    // typescript/no-floating-promises finds promises that nothing awaits.
    "no-unmodified-loop-condition": "off",
    "vitest/no-standalone-expect": "off",
    "vitest/valid-expect": "off",
    // Loops over generated cases expect different results for different cases.
    "vitest/no-conditional-expect": "off",
    // Left to taste or to code review.
    "no-useless-concat": "off",
    "promise/always-return": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "unicorn/consistent-function-scoping": "off",
  },
  overrides: [
    ...importRows,
    {
      files: ["src/web/**"],
      rules: { "react/exhaustive-deps": "error", "react/rules-of-hooks": "error" },
    },
    {
      files: ["src/config.ts", "*.config.ts", "tools/**", "bench/**", ...tests],
      rules: { "node/no-process-env": "off" },
    },
    { files: [...programs, ...tests], rules: { "no-console": "off" } },
    { files: defaultExports, rules: { "import/no-default-export": "off" } },
    {
      files: tests,
      rules: {
        "max-lines-per-function": "off",
        "typescript/no-misused-spread": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
    {
      // Plain JavaScript has no types, so the rules that need types cannot work.
      files: ["**/*.mjs"],
      rules: {
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
        "typescript/prefer-nullish-coalescing": "off",
      },
    },
  ],
});

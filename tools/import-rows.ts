import type { OxlintOverride } from "oxlint";

const onCore = ["core"];
const servants = ["i18n", "sealing", "storage", "documents", "mail", "limits"];
const onServants = ["core", ...servants];
const onOperations = ["core", "operations", "auth"];

/** What each folder of src may import besides itself. `cli` and the files right in src may import anything. */
const mayImport: Record<string, string[]> = {
  core: [],
  ...Object.fromEntries(servants.map((folder) => [folder, onCore])),
  operations: onServants,
  auth: onServants,
  ui: ["core", "i18n"],
  api: onOperations,
  jobs: onOperations,
  demo: onOperations,
  web: [...onOperations, "i18n", "ui"],
};

/** The names that other aliases start with; only `cli` and the files right in src use these. */
const top = ["cli", "config", "portal", "server", "test"];

const deepest = 6;

export const noEnvironment = {
  paths: [{ name: "node:process", importNames: ["env"], message: "Only src/config.ts reads the environment." }],
};

const onlyZod = { group: ["*", "!zod", "!zod/**", "!./**", "!../**", "!#*/**"], message: "src/core may use zod only." };

const onlyFriends = (folder: string, friends: string[]) => {
  const strangers = [...Object.keys(mayImport), ...top].filter((name) => name !== folder && !friends.includes(name));
  return {
    regex: `^#(?:${strangers.join("|")})(?:/|$)`,
    message: `src/${folder} may import ${friends.join(", ") || "zod"} and itself, nothing else of src.`,
  };
};

const onlyByAlias = (depth: number) => ({
  regex: `^(?:\\.\\./){${depth}}`,
  message: "Between the folders of src imports go by their # alias.",
});

/** Lint rules that hold the rows, one for each folder and depth below it. */
export const importRows: OxlintOverride[] = Object.entries(mayImport).flatMap(([folder, friends]) =>
  Array.from({ length: deepest }, (_, depth) => ({
    files: [`src/${folder}/${"*/".repeat(depth)}*.{ts,tsx}`],
    excludeFiles: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          ...noEnvironment,
          patterns: [onlyFriends(folder, friends), onlyByAlias(depth + 1), ...(folder === "core" ? [onlyZod] : [])],
        },
      ],
    },
  })),
);

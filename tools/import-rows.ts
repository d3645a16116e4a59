import type { OxlintOverride } from "oxlint";

const onCore = ["core"];
const services = ["i18n", "sealing", "storage", "documents", "mail", "limits"];
const onServices = ["core", ...services];
const onOperations = ["core", "operations", "auth"];
const inBrowser = ["core", "i18n", "design"];

/**
 * What each folder of src may import, in addition to itself. `server`, `cli`, `main.ts` and `config.ts` may import
 * anything.
 */
const mayImport: Record<string, string[]> = {
  core: [],
  ...Object.fromEntries(services.map((folder) => [folder, onCore])),
  operations: onServices,
  auth: onServices,
  design: ["core", "i18n"],
  api: onOperations,
  jobs: onOperations,
  demo: onOperations,
};

/** The other names with which # aliases start. */
const top = ["cli", "config", "server", "test", "web"];

const deepest = 6;

export const noEnvironment = {
  paths: [{ name: "node:process", importNames: ["env"], message: "Only src/config.ts reads the environment." }],
};

const onlyZod = { group: ["*", "!zod", "!zod/**", "!./**", "!../**", "!#*/**"], message: "src/core may use zod only." };

const onlyFriends = (folder: string, friends: string[]) => {
  const strangers = [...Object.keys(mayImport), ...top].filter((name) => name !== folder && !friends.includes(name));
  return {
    regex: `^#(?:${strangers.join("|")})(?:/|$)`,
    message: `${folder} may import ${friends.join(", ") || "zod"} and itself, nothing else of src.`,
  };
};

const onlyByAlias = (depth: number) => ({
  regex: `^(?:\\.\\./){${depth}}`,
  message: "Between the folders of src imports go by their # alias.",
});

const designByAlias = { regex: "^\\.{1,2}/(?:.*/)?design/", message: "The design system is imported as #design." };

const noServer = [
  { regex: "^node:", message: "What runs in a browser imports nothing of Node." },
  { regex: "\\.(?:server|route)\\.tsx?$", message: "What runs in a browser imports no .server and no .route file." },
];

type Patterns = ({ regex: string; message: string } | { group: string[]; message: string })[];

/** One rule for each depth below `folder`: the number of `../` that leaves the folder grows with the depth. */
const atEachDepth = (folder: string, names: string, patterns: Patterns, without: string[] = []): OxlintOverride[] =>
  Array.from({ length: deepest }, (_, depth) => ({
    files: [`${folder}/${"*/".repeat(depth)}${names}`],
    excludeFiles: ["**/*.test.{ts,tsx}", ...without],
    rules: {
      "no-restricted-imports": ["error", { ...noEnvironment, patterns: [onlyByAlias(depth + 1), ...patterns] }],
    },
  }));

const anyFile = "*.{ts,tsx}";

/** Files of src/web that run on the server. Every other file of src/web may run in a browser. */
const serverSide = "{*.server,*.route,root,routes}.{ts,tsx}";
const ofWeb = [
  ...atEachDepth(
    "src/web",
    anyFile,
    [onlyFriends("web", inBrowser), designByAlias, ...noServer],
    ["src/web/design/**"],
  ),
  ...atEachDepth("src/web", serverSide, [onlyFriends("web", [...onOperations, ...inBrowser]), designByAlias]),
];

const onlyItself = { regex: "^[^.]", message: "packages/verify may import nothing but itself." };

/** Lint rules for the rows of docs/architecture.md. */
export const importRows: OxlintOverride[] = [
  ...atEachDepth("packages/verify", anyFile, [onlyItself]),
  ...ofWeb,
  ...Object.entries(mayImport).flatMap(([folder, friends]) =>
    atEachDepth(`src/${folder === "design" ? "web/design" : folder}`, anyFile, [
      onlyFriends(folder, friends),
      ...(folder === "core" ? [onlyZod] : []),
      ...(folder === "design" ? noServer : []),
    ]),
  ),
];

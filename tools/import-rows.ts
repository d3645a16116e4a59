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
  // It draws papers in the scripts in which slips are written.
  demo: [...onOperations, "documents"],
};

/**
 * The rooms of a folder, in their order: each may import itself and those before it. So no two rooms import each other,
 * and whoever reads from the top never meets a name that comes later.
 */
export const rooms = {
  operations: namesIn(
    // What each operation works with.
    "lookup-log targets portal mails held-changes signing settings",
    // What is stored, and what becomes of it.
    "sealed images backups posts shown-images log proofs records",
    // What happens to records.
    "reports bulk lookups revisions retention holders drafts own-fields watches",
    // Who takes part.
    "webhooks desk accounts alerts imports run-work classes registers decisions audit",
    // What concerns the whole site.
    "exports moves overview restore upkeep",
  ),
  web: namesIn(
    // What many pages are made of. The design system is a row of its own.
    "compare enhance lookup-form frame account sheet lookup",
    "report holder share-code texts news proof watch check embed offline site-files search dashboard",
  ),
  "web/dashboard": namesIn(
    "page-draft frame uploads passport record-list records export record-form own-preview settings approval classes",
    "audit imports bulk date desk drafts help holders languages menus numbers posts reports texts",
    "appearance people palette layout overview",
  ),
};

function namesIn(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(" "));
}
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

const importRule = (files: string, patterns: Patterns): OxlintOverride => ({
  files: [files],
  excludeFiles: ["**/*.test.{ts,tsx}"],
  rules: { "no-restricted-imports": ["error", { ...noEnvironment, patterns }] },
});

/** One rule for each depth below `folder`: the number of `../` that leaves the folder grows with the depth. */
const atEachDepth = (folder: string, names: string, patterns: Patterns): OxlintOverride[] =>
  Array.from({ length: deepest }, (_, depth) =>
    importRule(`${folder}/${"*/".repeat(depth)}${names}`, [onlyByAlias(depth + 1), ...patterns]),
  );

/** Within the rooms each file has one path: a second way to it would pass their order. */
const onlyShortest = (folder: string) => ({
  regex: `^#${folder}/|^\\./\\.|/\\./|[^./]/\\.\\./`,
  message: "Within a folder imports go by their shortest relative path.",
});

const noLaterRoom = (later: readonly string[], depth: number) => ({
  regex: `^(?:\\.\\./){${depth + 1}}(?:${later.join("|")})/`,
  message: "This room comes later (tools/import-rows.ts).",
});

const noRootOfWeb = {
  regex: "^(?:\\.\\./)+(?:app|entry|root|routes)\\.",
  message: "Of the files that join the pages, rooms may import pages.ts only.",
};

/** The same patterns for the files of each room, and its place in the order. */
const inRooms = (folder: keyof typeof rooms, names: string, patterns: Patterns): OxlintOverride[] =>
  rooms[folder].flatMap((room, place) =>
    Array.from({ length: deepest }, (_, depth) =>
      importRule(`src/${folder}/${room}/${"*/".repeat(depth)}${names}`, [
        onlyByAlias(folder.split("/").length + depth + 1),
        onlyShortest(folder.replace(/\/.*/, "")),
        ...(place + 1 < rooms[folder].length ? [noLaterRoom(rooms[folder].slice(place + 1), depth)] : []),
        ...patterns,
      ]),
    ),
  );

const anyFile = "*.{ts,tsx}";

/** Files of src/web that run on the server. Every other file of src/web may run in a browser. */
const serverSide = "{*.server,*.route,root,routes}.{ts,tsx}";

const webPatterns: readonly (readonly [names: string, patterns: Patterns])[] = [
  [anyFile, [onlyFriends("web", inBrowser), designByAlias, ...noServer]],
  [serverSide, [onlyFriends("web", [...onOperations, ...inBrowser]), designByAlias]],
];

const ofWeb = webPatterns.flatMap(([names, patterns]) => [
  ...atEachDepth("src/web", names, patterns),
  ...inRooms("web", names, [...patterns, noRootOfWeb]),
  ...inRooms("web/dashboard", names, [...patterns, noRootOfWeb]),
]);

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
  ...inRooms("operations", anyFile, [onlyFriends("operations", onServices)]),
];

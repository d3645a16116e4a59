import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";

const root = path.join(import.meta.dirname, "../..");

const reportSchema = z.object({
  number_of_files: z.number(),
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

/** Maps the path of each file to its lines. */
export type Fixture = Record<string, string[]>;

/** Lints a fixture with the project's rules. Returns the lines that break `rule`, each prefixed with its file. */
export async function linesThatBreak(rule: string, fixture: Fixture): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "attestry-house-"));
  try {
    for (const [file, lines] of Object.entries(fixture)) write(folder, file, lines.join("\n"));
    write(folder, "oxlint.config.ts", ownRules);
    write(folder, "package.json", aliases);
    const { number_of_files: seen, diagnostics } = reportSchema.parse(JSON.parse(await lint(folder)));
    if (seen < Object.keys(fixture).length) throw new Error(`Only ${seen} files of the fixture were linted.`);
    const broken = diagnostics
      .filter(({ code }) => code.endsWith(`(${rule})`))
      .map(({ filename, labels: [label] }) => `${filename}: ${fixture[filename]?.[(label?.span.line ?? 0) - 1]}`);
    return [...new Set(broken)].toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Rules that need types are off: the files of a fixture belong to no TypeScript project.
const ownRules = `
  import config from ${JSON.stringify(path.join(root, "oxlint.config.ts"))};
  export default { ...config, options: { typeAware: false } };`;

const aliases = JSON.stringify({ type: "module", imports: { "#core/*": "./src/core/*" } });

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// oxlint exits with 1 when it finds something. The findings are on standard output in both cases.
const lint = (folder: string) =>
  new Promise<string>((resolve) => {
    const oxlint = path.join(root, "node_modules/oxlint/bin/oxlint");
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [oxlint, "--format=json"], options, (_error, output) => resolve(output));
  });

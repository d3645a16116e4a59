import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

const sources = path.join(import.meta.dirname, "../../../src/operations");

export type Operation = { name: string; call: (...given: unknown[]) => Promise<unknown> };

/** Every exported function of src/operations that works with a portal for an actor, outside a transaction of its caller. */
export async function drawnOperations(): Promise<Operation[]> {
  const files = globSync("**/*.ts", { cwd: sources }).filter((file) => !file.endsWith(".test.ts"));
  const found = await Promise.all(files.map(operationsIn));
  return found.flat();
}

async function operationsIn(file: string): Promise<Operation[]> {
  const names = namesIn(file);
  if (names.length === 0) return [];
  const exported = Object.entries((await import(path.join(sources, file))) as object);
  const subject = file.split("/")[0]?.replace(/\.ts$/, "") ?? "";
  return names.map((name) => {
    const operation: unknown = exported.find(([known]) => known === name)?.[1];
    if (typeof operation !== "function") throw new Error(`${file} exports no ${name}`);
    return { name: `${subject}/${name}`, call: async (...given) => Reflect.apply(operation, undefined, given) };
  });
}

function namesIn(file: string): string[] {
  const { program } = parseSync(file, readFileSync(path.join(sources, file), "utf8"));
  return program.body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (declared?.type === "FunctionDeclaration") return isOperation(declared.params) ? [nameOf(declared.id)] : [];
    if (declared?.type !== "VariableDeclaration") return [];
    return declared.declarations.flatMap(({ id, init }) =>
      init?.type === "ArrowFunctionExpression" && isOperation(init.params) ? [nameOf(id)] : [],
    );
  });
}

const nameOf = (id: unknown) => (id !== null && typeof id === "object" && "name" in id ? String(id.name) : "");

const isOperation = (params: unknown[]) =>
  namesType(params, "Actor", "AccountActor") &&
  namesType(params, "Portal") &&
  !namesType(params, "Writer", "Reader", "Within");

/** True if a type of this name stands anywhere in this part of the source. */
function namesType(part: unknown, ...types: string[]): boolean {
  if (part === null || typeof part !== "object") return false;
  if ("typeName" in part && types.includes(nameOf(part.typeName))) return true;
  return Object.values(part).some((child) => namesType(child, ...types));
}

import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { standInProject } from "./stand-in-project.ts";

test("the first run brings what is needed, the next does no work again", async () => {
  const project = await standInProject();
  const first = await project.ready("build");
  expect(first).toMatchObject({ code: 0, errors: expect.stringMatching(/Installing packages[^]*Building/) });
  expect(await project.ready("build")).toEqual({ code: 0, output: "", errors: "" });
  expect(await project.buildsSoFar()).toBe(1);
});

test("builds again when a source has changed, but not for a test", async () => {
  const project = await standInProject();
  await project.ready("build");
  await writeFile(path.join(project.folder, "src/new.test.ts"), "");
  await project.ready("build");
  expect(await project.buildsSoFar()).toBe(1);
  await writeFile(path.join(project.folder, "src/new.ts"), "");
  await project.ready("build");
  expect(await project.buildsSoFar()).toBe(2);
});

test("installs again when the packages are gone", async () => {
  const project = await standInProject();
  await project.ready("build");
  await rm(path.join(project.folder, "node_modules"), { recursive: true });
  expect((await project.ready("build")).errors).toContain("Installing packages");
});

test("two runs at once do the work once", async () => {
  const project = await standInProject();
  const ends = await Promise.all([project.ready("build"), project.ready("build"), project.ready("build")]);
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await project.buildsSoFar()).toBe(1);
});

test("passes arguments on, and the exit code back", async () => {
  const project = await standInProject();
  expect(await project.ready("start", "--fail")).toMatchObject({ code: 7 });
});

test.for(["SIGTERM", "SIGINT"] as const)("%s to `npm start` stops the server", async (signal) => {
  const { start } = await standInProject();
  const { child, ended, says } = start("npm", "start", "--", "--port");
  await says("serves start --port");
  child.kill(signal);
  expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining(`stopped by ${signal}`) });
});

test.for([
  ["an unknown task", [], {}, /^Say which task: /],
  ["a program that no package has", ["run", "nothing"], {}, /There is no program "nothing"/],
  ["a build that fails", ["build"], { "tools/build.ts": "process.exit(1)" }, /The build did not succeed/],
  ["a registry out of reach", ["check"], wanting("not-in-any-cache"), /cannot reach its registry/],
] as const)("%s is told in a sentence, without a stack trace", async ([, args, files, sentence]) => {
  const { ready } = await standInProject(files);
  const { code, errors } = await ready(...args);
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(sentence) });
  expect(errors).not.toMatch(/^\s+at /m);
});

function wanting(name: string): Record<string, string> {
  const manifest = { name: "stand-in", version: "1.0.0", dependencies: { [name]: "1.0.0" } };
  const entry = { version: "1.0.0", integrity: `sha512-${"A".repeat(86)}==` };
  const packages = { "": manifest, [`node_modules/${name}`]: entry };
  return {
    "package.json": JSON.stringify(manifest),
    "package-lock.json": JSON.stringify({ ...manifest, lockfileVersion: 3, packages }),
  };
}

import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createFixtureProject } from "./fixture-project.ts";

describe("tools/ready.mjs, run several times in one project,", () => {
  const made = createFixtureProject();
  afterAll(async () => (await made).remove());

  test("installs and builds once for three runs at the same time; the next run does no work", async () => {
    const { ready, buildsSoFar } = await made;
    const first = await Promise.all([ready("build"), ready("build"), ready("build")]);
    expect(first.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(first.map(({ errors }) => errors).join("")).toMatch(/Installing packages[^]*Building/);
    expect(await ready("build")).toEqual({ code: 0, output: "", errors: "" });
    expect(await buildsSoFar()).toBe(1);
  });

  test("builds again when a source file is added, but not when a test is added", async () => {
    const { folder, ready, buildsSoFar } = await made;
    await writeFile(path.join(folder, "src/new.test.ts"), "");
    await ready("build");
    expect(await buildsSoFar()).toBe(1);
    await writeFile(path.join(folder, "src/new.ts"), "");
    await ready("build");
    expect(await buildsSoFar()).toBe(2);
  });

  test("passes arguments to the program and returns its exit code", async () => {
    expect(await (await made).ready("start", "--fail")).toMatchObject({ code: 7 });
  });

  test.for(["SIGTERM", "SIGINT"] as const)("passes %s from `npm start` to the program, which stops", async (signal) => {
    const { child, ended, says } = (await made).start("npm", "start", "--", "--port");
    await says("serves start --port");
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining(`stopped by ${signal}`) });
  });

  test("installs packages again when node_modules is missing", async () => {
    const { folder, ready } = await made;
    await rm(path.join(folder, "node_modules"), { recursive: true });
    expect((await ready("build")).errors).toContain("Installing packages");
  });
});

test("tools/ready.mjs compiles messages before it builds or runs the sources, and again only when they changed or are missing", async () => {
  const { folder, ready, remove } = await createFixtureProject();
  onTestFinished(remove);
  const runs = async () => (await ready("attestry", "--fail")).errors.includes("Compiling messages");
  expect([await runs(), await runs()]).toEqual([true, false]);
  await mkdir(path.join(folder, "src/i18n/messages"), { recursive: true });
  await writeFile(path.join(folder, "src/i18n/messages/en.json"), "{}");
  expect([await runs(), await runs()]).toEqual([true, false]);
  await rm(path.join(folder, "src/i18n/compiled/messages.js"));
  expect(await runs()).toBe(true);
  await ready("build");
  expect(await ready("attestry", "--fail")).toEqual({ code: 7, output: "", errors: "" });
  await rm(path.join(folder, "src/i18n/bundled"), { recursive: true });
  await writeFile(path.join(folder, "src/new.ts"), "");
  expect((await ready("build")).errors).toMatch(/Compiling messages[^]*Building/);
  // It ends at once, because this project lacks folders to watch.
  await ready("dev");
  expect(await runs()).toBe(true);
});

const readOnly = 'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && exec "$@"';

test("a project on a read-only disk runs if it is built; otherwise one sentence says what to do", async ({
  annotate,
}) => {
  const { start, ready, remove } = await createFixtureProject();
  onTestFinished(remove);
  const there = (...command: string[]) =>
    start("sh", "-c", `exec unshare -rm sh -c '${readOnly}' sh "$@"`, "sh", ...command).ended;
  const started = () => there(process.execPath, "tools/ready.mjs", "start", "--fail");
  if ((await there("true")).code !== 0) {
    await annotate("nobody may mount anything here: a read-only disk was not tried");
    return;
  }
  const { code, errors } = await started();
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^\S.* is on a read-only disk[^\n]+\n$/),
  });
  await ready("build");
  expect(await started()).toMatchObject({ code: 7 });
});

test.for([
  ["an unknown task", [], {}, /^Say which task: /],
  ["a program that no package has", ["run", "nothing"], {}, /There is no program "nothing"/],
  ["a build that fails", ["build"], { "tools/build.ts": "process.exit(1)" }, /The build did not succeed/],
  ["a registry out of reach", ["check"], wanting("not-in-any-cache"), /cannot reach its registry/],
] as const)("%s is explained in one sentence without a stack trace", async ([, args, files, sentence]) => {
  const { ready, remove } = await createFixtureProject(files);
  onTestFinished(remove);
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

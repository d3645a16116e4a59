import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs in its own process: a blocked decoder stays blocked for the whole process. */
const program = `
  const { trustThreeDecodersOnly } = await import(process.argv[1]);
  const { default: sharp } = await import("sharp");
  const image = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
  const files = { svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>') };
  for (const format of ["jpeg", "png", "webp", "gif", "tiff", "avif"]) files[format] = await image()[format]().toBuffer();
  const readable = async () => {
    const names = [];
    for (const [name, file] of Object.entries(files)) await sharp(file).raw().toBuffer().then(() => names.push(name), () => {});
    return names;
  };
  const before = await readable();
  trustThreeDecodersOnly();
  console.log(JSON.stringify({ before, after: await readable() }));
`;

test("trustThreeDecodersOnly blocks every decoder except JPEG, PNG and WebP", async () => {
  const moduleUrl = new URL("./trusted-decoders.ts", import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program, moduleUrl]);
  expect(JSON.parse(stdout)).toEqual({
    before: ["svg", "jpeg", "png", "webp", "gif", "tiff", "avif"],
    after: ["jpeg", "png", "webp"],
  });
});

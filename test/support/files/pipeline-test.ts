import sharp, { type Sharp } from "sharp";
import { test as base } from "vitest";
import { type ImagePipeline, openImagePipeline } from "#documents/image-pipeline.ts";
import type { DocumentUse, PublishedFile, PublishedPage } from "#documents/published-file.ts";

type PipelineFixtures = {
  pipeline: ImagePipeline;
  publish: (bytes: Uint8Array | Sharp, use?: DocumentUse) => Promise<PublishedFile>;
};

export const test = base.extend<PipelineFixtures>({
  pipeline: [
    async ({}, use) => {
      await using pipeline = openImagePipeline({ processes: 2, timeLimitMs: 20_000, memoryLimitMb: 1024 });
      await use(pipeline);
    },
    { scope: "file" },
  ],
  publish: async ({ pipeline }, use) => {
    await use(async (picture, documentUse = "paper") => {
      const bytes = picture instanceof Uint8Array ? picture : await picture.png().toBuffer();
      return await pipeline.publish(async () => bytes, documentUse);
    });
  },
});

export function onlyPage({ pages }: PublishedFile): PublishedPage {
  const [page, ...others] = pages;
  if (!page || others.length > 0) throw new Error(`Expected one page, there are ${pages.length}`);
  return page;
}

/** Red, green and blue at a point of an image. Coordinates go from 0 to 1. */
export async function colourAt(image: Uint8Array, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [column, row] = [Math.floor(across * info.width), Math.floor(down * info.height)];
  return [...data.subarray((row * info.width + column) * 3).subarray(0, 3)];
}

/** True if the colours are nearly equal: lossy images change colours slightly. */
export function isNear(colour: readonly number[], wanted: readonly number[]): boolean {
  return (
    colour.length === wanted.length && colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) <= 12)
  );
}

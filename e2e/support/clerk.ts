import path from "node:path";
import type { Page } from "@playwright/test";
import type { sendImage, UploadStep } from "#web/dashboard/uploads/send-image.ts";
import { uploadKey } from "./portal.ts";

declare global {
  // The module under test, which a page of staff imports; no page of visitors does.
  var uploads: { sendImage: typeof sendImage };
}

/** Somebody with scans to send, on any page of the site. */
export class Clerk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async sitsDown(): Promise<void> {
    // The key stands in for the sign-in.
    await this.page.route("**/images?*", (route) =>
      route.continue({ url: `${route.request().url()}&key=${encodeURIComponent(uploadKey)}` }),
    );
    await this.page.goto("/");
    await this.page.evaluate(await bundledUploads());
  }

  /** Every step that the browser was told of. */
  async sends(file: Buffer): Promise<UploadStep[]> {
    return this.page.evaluate(async (base64) => {
      const steps: UploadStep[] = [];
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const onStep = (step: UploadStep) => void steps.push(step);
      await globalThis.uploads.sendImage(new Blob([bytes]), { use: "paper", onStep });
      return steps;
    }, file.toString("base64"));
  }
}

let bundle: Promise<string> | undefined;
const bundledUploads = () => (bundle ??= bundleUploads());

async function bundleUploads(): Promise<string> {
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      lib: {
        entry: path.resolve("src/web/dashboard/uploads/send-image.ts"),
        formats: ["iife"],
        name: "uploads",
        fileName: "uploads",
      },
    },
  });
  const [bundled] = [result].flat();
  if (!bundled || !("output" in bundled)) throw new Error("nothing was bundled");
  return `${bundled.output[0].code}; globalThis.uploads = uploads;`;
}

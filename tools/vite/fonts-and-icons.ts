import type { Plugin } from "vite";
import { makeFonts } from "./make-fonts.ts";
import { iconsByUsualName, makeIcons } from "./make-icons.ts";

/** Makes the fonts and icons that sources import, before they are bundled or served. They are not in the repository. */
export const fontsAndIcons: Plugin = {
  name: "attestry:fonts-and-icons",
  async buildStart() {
    await makeFonts();
    await makeIcons();
  },
  async generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [fileName, source] of Object.entries(await iconsByUsualName()))
      this.emitFile({ type: "asset", fileName, source });
  },
};

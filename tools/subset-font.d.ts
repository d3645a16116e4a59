/** The slice of subset-font that the build uses; the package has no types of its own. */
declare module "subset-font" {
  type Options = {
    targetFormat: "woff2" | "truetype";
    /** A number pins the axis. */
    variationAxes: Record<string, number>;
    keepFeatures: string[];
    noHinting: boolean;
  };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

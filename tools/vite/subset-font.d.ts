/** The part of subset-font that the build uses: the package has no types. */
declare module "subset-font" {
  type Options = {
    targetFormat: "woff2" | "woff" | "truetype";
    /** A number fixes the axis at that value. */
    variationAxes: Record<string, number | { min: number; max: number; default: number }>;
    keepFeatures: string[];
    noHinting: boolean;
  };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

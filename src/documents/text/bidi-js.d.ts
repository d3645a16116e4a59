/** The part that is used here. The library's own types are of an ES module, and Node loads it as CommonJS. */
declare module "bidi-js" {
  type Bidi = { getEmbeddingLevels: (text: string) => { levels: Uint8Array } };
  export default function bidiFactory(): Bidi;
}

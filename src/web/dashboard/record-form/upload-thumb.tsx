import { useEffect, useRef } from "react";
import { imageAddress } from "#core/images/image-links.ts";
import { pageId } from "#core/images/image-id.ts";
import { idOf, type Scan } from "./send-upload.ts";

/** The first page of a scan: as the site shows it, or drawn from the file while it is on its way. */
export function UploadThumb({ scan }: { scan: Scan | undefined }) {
  const id = scan ? idOf(scan) : null;
  return (
    <span className="grid h-24 w-18 place-items-center overflow-hidden rounded-sm border border-line bg-sunk">
      {id && (
        <img src={thumbOf(id)} alt="" decoding="async" className={`${fit} ${scan?.isTakenAway ? "opacity-30" : ""}`} />
      )}
      {!id && scan?.file && <DrawnFile file={scan.file} />}
    </span>
  );
}

const fit = "size-full object-contain";

const thumbOf = (image: string) => imageAddress(pageId({ image, page: 1 }), "list", null);

/** Drawn, because an address of the file's own would be none of this site. */
function DrawnFile({ file }: { file: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    void drawSmall(file, canvas.current);
  }, [file]);
  return <canvas ref={canvas} width={0} height={0} className={fit} />;
}

async function drawSmall(file: Blob, canvas: HTMLCanvasElement | null): Promise<void> {
  // A PDF, or a photo that this browser cannot open, goes by its name.
  const picture = await createImageBitmap(file, { resizeWidth: 288, resizeQuality: "medium" }).catch(() => null);
  if (!picture || !canvas) return;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
}

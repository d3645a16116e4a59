import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PortalError } from "#core/errors.ts";
import type { Outcome } from "#core/images/form-with-files.ts";
import { pageId } from "#core/images/image-id.ts";
import { downloadSize, grantFromQuery, sizeOfWidth } from "#core/images/image-links.ts";
import { isOn } from "#core/settings/features.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { type ImageViewer, type OpenedImage, openImage } from "#operations/shown-images/open-image.ts";
import { drawingTurn } from "#operations/images/drawing-turn.ts";
import { openSharedImage } from "#operations/holders/use-share-code.ts";
import { type Download, openDownload } from "#operations/shown-images/open-download.ts";
import { discardImage } from "#operations/images/remove-images.ts";
import { receiveImage, type ReceivedImage } from "#operations/images/receive-image.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { ApiParts, RouteEnv } from "../route-env.ts";
import { errorAnswer } from "../http/answers.ts";
import { headersOfImages, imageAnswer, inWords } from "./image-answer.ts";
import { readUploadForm } from "./upload-form.ts";

type ImageRouteParts = ApiParts & { report: (error: unknown) => void };

const fileField = "image";

export function imageRoutes(parts: ImageRouteParts): Hono<RouteEnv> {
  const routes = new Hono<RouteEnv>();

  routes.post("/images", async (c) => {
    const actor = await c.get("actor")();
    const use = c.req.query("use") === "portrait" ? "portrait" : "paper";
    const { signal } = c.req.raw;
    const { incoming } = c.env;
    const { files } = await readUploadForm(
      { headers: incoming.headers, body: incoming },
      {
        takes: (field) => field === fileField,
        skipsNameless: false,
        receive: (bytes) => receiveImage(parts.portal, actor, { bytes, use, signal }),
        discard: ({ id }) => discardImage(parts.portal, id),
      },
    );
    if (files.length === 0) throw new PortalError("invalid", { fields: { [fileField]: "required" } });
    const outcomes = files.map(({ outcome }) => outcome);
    for (const outcome of outcomes) if ("failed" in outcome) parts.report(outcome.failed);
    return uploadAnswer(c, parts.publicOrigin, outcomes);
  });

  routes.get("/images/:page/:width", async (c) => {
    const token = c.req.query("share");
    if (token !== undefined) return sendShared(parts.portal, c, token);
    if (c.req.param("width") === downloadSize) return sendDownload(parts.portal, c);
    const size = sizeOfWidth(c.req.param("width"));
    if (!size) throw new PortalError("not-found");
    const viewer = await viewerOf(c);
    const image = await openImage(parts.portal, { page: c.req.param("page"), size, viewer });
    // Frees the memory only after the last byte was sent, or the client has left.
    c.env.outgoing.once("close", () => image[Symbol.dispose]());
    return imageAnswer(c.req.raw.headers, image, c.req.param("width"), lifetime(parts.portal, viewer, image));
  });

  return routes;
}

async function sendDownload(portal: Portal, c: Context<RouteEnv>): Promise<Response> {
  const viewer = await viewerOf(c);
  // Refuses staff, who have no grant: they also see pages that are not published yet.
  if (!("grant" in viewer)) throw new PortalError("not-found");
  using _turn = await drawingTurn(portal, c.get("clientAddress"), c.req.raw.signal);
  return drawnAnswer(await openDownload(portal, c.req.param("page") ?? "", viewer), "attachment");
}

/** For viewers with a share code. The download is the marked image, too. */
async function sendShared(portal: Portal, c: Context<RouteEnv>, token: string): Promise<Response> {
  const { page = "", width = "" } = c.req.param();
  const isDownload = width === downloadSize;
  const size = isDownload ? "reading" : sizeOfWidth(width);
  if (!size || !isOn(await currentSettings(portal), "holders")) throw new PortalError("not-found");
  using _turn = await drawingTurn(portal, c.get("clientAddress"), c.req.raw.signal);
  return drawnAnswer(await openSharedImage(portal, { page, size, token }), isDownload ? "attachment" : "inline");
}

const drawnAnswer = ({ bytes, name }: Download, disposition: "attachment" | "inline") =>
  new Response(bytes, {
    headers: {
      ...headersOfImages,
      "Content-Type": "image/jpeg",
      "Content-Disposition": `${disposition}; filename="${inWords(name)}.jpg"`,
      "Cache-Control": "no-store",
    },
  });

async function viewerOf(c: Context<RouteEnv>): Promise<ImageViewer> {
  const until = c.req.query("until");
  const signature = c.req.query("signature");
  if (until === undefined || signature === undefined) return { actor: await c.get("actor")() };
  return { grant: grantFromQuery(until, signature) };
}

const minLifetime = 60;
const maxLifetime = 600;
/** In seconds. Caches may show an image for this long after its post was deleted. */
const lifetimeOfNews = 300;

/** For how many seconds a browser may reuse the image. */
function lifetime({ now }: Portal, viewer: ImageViewer, { isNews }: OpenedImage): number {
  if (isNews) return lifetimeOfNews;
  if ("actor" in viewer) return minLifetime;
  return Math.min(maxLifetime, Math.floor((viewer.grant.until - now()) / 1000));
}

/**
 * For one file this is the specification's answer; for several files there is one answer each. The first failure
 * decides the status.
 */
function uploadAnswer(c: Context<RouteEnv>, origin: string, outcomes: readonly Outcome<ReceivedImage>[]): Response {
  const answers = outcomes.map((outcome) =>
    "done" in outcome ? { status: 201, body: uploadedImage(origin, outcome.done) } : errorAnswer(outcome.failed),
  );
  const shown = answers.find(({ status }) => status !== 201) ?? answers[0];
  const images = answers.map(({ body }) => body);
  return c.json({ ...shown?.body, images }, (shown?.status ?? 500) as ContentfulStatusCode);
}

const uploadedImage = (origin: string, { id }: ReceivedImage) => ({
  data: { url: `${origin}/images/${pageId({ image: id, page: 1 })}/2000`, id },
});

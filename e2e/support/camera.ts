import { tmpdir } from "node:os";
import path from "node:path";

/** The picture that the camera shows: a film of one image. Each worker has its own. */
export const film = path.join(tmpdir(), `attestry-camera-${process.pid}.mjpeg`);

export const fakeCamera = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-video-capture=${film}`,
];

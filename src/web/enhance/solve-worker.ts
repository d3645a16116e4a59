import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Share } from "./solve-challenge.ts";

const patienceMs = 120_000;

addEventListener("message", ({ data: { challenge, first, step } }: MessageEvent<Share>) => {
  solveChallenge({ challenge, deriveKey, counterStart: first, counterStep: step, timeout: patienceMs }).then(
    (solution) => postMessage(solution),
    // Under plain HTTP, browsers have no WebCrypto.
    () => postMessage(null),
  );
});

/**
 * Preloaded into the server of a test site: messages from the parent move its clock forward by the given milliseconds.
 */
const real = Date.now;
let ahead = 0;
Date.now = () => real() + ahead;
process.on("message", (ms) => {
  ahead += Number(ms);
  process.send?.("done");
});
// The channel to the parent must not keep the process alive.
process.channel?.unref();

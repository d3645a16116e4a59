/** Loaded before the program that serves a site: messages set its clock forward. */
const real = Date.now;
let ahead = 0;
Date.now = () => real() + ahead;
process.on("message", (ms) => {
  ahead += Number(ms);
  process.send?.("done");
});
// The channel to the parent does not keep the process running.
process.channel?.unref();

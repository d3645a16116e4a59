/** Loaded before the program that serves a site: its clock goes ahead as far as it is told. */
const real = Date.now;
let ahead = 0;
Date.now = () => real() + ahead;
process.on("message", (ms) => {
  ahead += Number(ms);
  process.send?.("done");
});
// The line to whoever moves the clock keeps no site from ending.
process.channel?.unref();

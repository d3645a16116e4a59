/**
 * A thread beside the decoder, because the event loop of the decoder is blocked while it decodes. The watchdog kills
 * the process when the parent has ended or the memory limit is exceeded: WASM and libvips use memory outside the V8
 * heap.
 */
const intervalMs = 50;
const [parentId = 0, memoryLimitMb = 0] = process.argv.slice(2).map(Number);

setInterval(() => {
  const isOrphan = process.ppid !== parentId;
  const exceedsMemory = process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024;
  if (isOrphan || exceedsMemory) process.kill(process.pid, "SIGKILL");
}, intervalMs);

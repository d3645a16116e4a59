/**
 * A thread beside the decoder, whose own event loop is blocked while it decodes. It ends the process when the parent is gone or
 * the memory limit is exceeded: WASM and libvips use memory outside the heap that V8 limits.
 */
const intervalMs = 50;
const [parentId = 0, memoryLimitMb = 0] = process.argv.slice(2).map(Number);

setInterval(() => {
  const isOrphan = process.ppid !== parentId;
  const exceedsMemory = process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024;
  if (isOrphan || exceedsMemory) process.kill(process.pid, "SIGKILL");
}, intervalMs);

/**
 * A thread beside the decoder, which hears nothing while it decodes. It ends the whole process when the parent is gone
 * or when more memory is taken than allowed: WASM and libvips take theirs outside the heap that V8 limits.
 */
const everyMs = 50;
const [parentId = 0, memoryLimitMb = 0] = process.argv.slice(2).map(Number);

setInterval(() => {
  const isOrphan = process.ppid !== parentId;
  const takesTooMuch = process.memoryUsage.rss() > memoryLimitMb * 1024 * 1024;
  if (isOrphan || takesTooMuch) process.kill(process.pid, "SIGKILL");
}, everyMs);

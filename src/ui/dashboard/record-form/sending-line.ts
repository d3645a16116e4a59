/** Lets so many works run at a time; the others wait in their order. */
export function sendingLine(atMost: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    running -= 1;
    waiting.shift()?.();
  };
  return async (work: () => Promise<unknown>): Promise<void> => {
    if (running >= atMost) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      await work();
    } finally {
      next();
    }
  };
}

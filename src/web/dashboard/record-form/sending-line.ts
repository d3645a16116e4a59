/** Lets so many works run at a time; the others wait in their order. */
export function sendingLine(atMost: number) {
  let free = atMost;
  const waiting: (() => void)[] = [];
  const handOn = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (work: () => Promise<unknown>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await work();
    } finally {
      handOn();
    }
  };
}

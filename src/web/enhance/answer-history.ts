/** Back leads from an answer to the empty box. Answers stay in memory: browsers write the history to disk. */
export function rememberAnswers(show: (lookup: Element) => void): { remember: () => void } {
  const unasked = currentLookup();
  let answered: Element | null = null;
  let shown = unasked;
  if (!isStep(history.state)) history.replaceState({ answered: false } satisfies Step, "");

  addEventListener("popstate", ({ state }) => {
    if (!isStep(state)) return;
    const step = state.answered ? (answered ?? unasked) : unasked;
    // The same answer, with or without a page over it, stays as it is.
    if (!step || step === shown) return;
    shown = step;
    show(copyOf(step));
  });

  return {
    remember() {
      answered = shown = currentLookup();
      if (isStep(history.state) && history.state.answered) return;
      history.pushState({ answered: true } satisfies Step, "");
    },
  };
}

type Step = { answered: boolean };

const isStep = (state: unknown): state is Step => typeof state === "object" && state !== null && "answered" in state;

function currentLookup(): Element | null {
  const lookup = document.getElementById("lookup");
  return lookup && copyOf(lookup);
}

// A clone of an input carries its original value, which is what the server wrote.
const copyOf = (element: Element) => document.importNode(element, true);

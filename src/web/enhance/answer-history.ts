/** Makes Back lead from an answer to the empty box. Keeps answers in memory, because browsers write history to disk. */
export function rememberAnswers(show: (lookup: Element) => void): { remember: () => void } {
  const unasked = currentLookup();
  let answered: Element | null = null;
  let shown = unasked;
  if (!isStep(history.state)) history.replaceState({ answered: false } satisfies Step, "");

  addEventListener("popstate", ({ state }) => {
    if (!isStep(state)) return;
    const step = state.answered ? (answered ?? unasked) : unasked;
    // The wanted answer is already on the page. Only the viewer over it opens or closes.
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

/** Returns a copy whose inputs have the values that the server sent, not those that were typed. */
function copyOf(element: Element): Element {
  const copy = document.importNode(element, true);
  for (const input of copy.querySelectorAll("input")) input.value = input.defaultValue;
  return copy;
}

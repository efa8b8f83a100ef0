/** Owned by the worker thread: an island renders synchronously. */
const state = { isInside: false };

/** True while the component of an island renders on the server. */
export function isInIsland(): boolean {
  return state.isInside;
}

export function renderInIsland(render: () => string): string {
  state.isInside = true;
  try {
    return render();
  } finally {
    state.isInside = false;
  }
}

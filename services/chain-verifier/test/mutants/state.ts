export type Test = { name: string; run: () => unknown };

/** What the changed sources and the test files talk to. One per process, whichever copy of a module asks. */
export type State = {
  tests: Test[];
  active: number;
  /** Mutants that were asked about since it was emptied. */
  reached: Set<number>;
  asked: number;
  /** More questions than this are a loop without end. */
  most: number;
  /** Computes the constants of all modules again. */
  renewals: (() => void)[];
  isActive(id: number): boolean;
};

declare global {
  var mutants: State;
}

export function openState(): State {
  const state: State = {
    tests: [],
    active: -1,
    reached: new Set(),
    asked: 0,
    most: Number.POSITIVE_INFINITY,
    renewals: [],
    isActive(id) {
      state.asked += 1;
      if (state.asked > state.most) throw new Error('this does not end');
      if (state.active === -1) state.reached.add(id);
      return id === state.active;
    },
  };
  globalThis.mutants = state;
  return state;
}

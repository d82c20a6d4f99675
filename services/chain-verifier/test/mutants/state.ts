export type Test = { name: string; run: () => unknown };

/** Shared by the instrumented sources and the test files: one per process, across all copies of a module. */
export type State = {
  tests: Test[];
  active: number;
  /** Mutants checked since the set was cleared. */
  reached: Set<number>;
  asked: number;
  /** More checks than this indicate an infinite loop. */
  most: number;
  /** Recomputes the constants of all modules. */
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

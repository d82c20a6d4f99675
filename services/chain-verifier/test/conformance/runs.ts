/** Runs of each property per test run, and the resulting number of transactions. */
export const RUNS = {
  /** Histories against the oracle, and the amounts of whole payments. */
  histories: 2_000,
  /** One base unit more. */
  variants: 500,
  /** Mutations per sample: a transaction damaged once, and one damaged several times. */
  mutations: 260,
  /** Mutations of a transaction that names another reference. */
  otherReference: 400,
};

/** Built samples to mutate: ten scenarios; recorded transactions are extra. */
export const BUILT_SAMPLES = 10;

export const plannedTransactions =
  2 * RUNS.histories + RUNS.variants + 2 * BUILT_SAMPLES * RUNS.mutations + RUNS.otherReference;

export const LEAST_TRANSACTIONS = 10_000;

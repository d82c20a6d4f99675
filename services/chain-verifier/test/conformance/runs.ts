/** Runs of each property per test run, and the resulting number of transactions. */
export const RUNS = {
  /** Histories against the oracle, and the amounts of whole payments. */
  histories: 1_500,
  /** One base unit more, and each of the three encodings. */
  variants: 500,
  /** Mutations per sample: a transaction damaged once, and one damaged several times. */
  mutations: 80,
  /** Mutations of a transaction that names another reference, in two encodings. */
  otherReference: 200,
};

/** Built samples to mutate: ten scenarios in three encodings; recorded transactions are extra. */
export const BUILT_SAMPLES = 30;

export const plannedTransactions =
  2 * RUNS.histories + (1 + 3) * RUNS.variants + 2 * BUILT_SAMPLES * RUNS.mutations + 2 * RUNS.otherReference;

export const LEAST_TRANSACTIONS = 10_000;

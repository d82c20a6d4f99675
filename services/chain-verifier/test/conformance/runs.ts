/** How often each property is tried in a run of the tests, and how many transactions that makes. */
export const RUNS = {
  /** Histories against the oracle, and what a whole payment is worth. */
  histories: 1_500,
  /** One base unit more, and each of the three encodings. */
  variants: 500,
  /** Damage to each sample: one transaction damaged once, one damaged several times. */
  mutations: 80,
  /** Damage to a transaction that names another reference, in two encodings. */
  otherReference: 200,
};

/** Built and recorded transactions that are damaged: ten scenarios in three encodings; the recorded ones are extra. */
export const BUILT_SAMPLES = 30;

export const plannedTransactions =
  2 * RUNS.histories + (1 + 3) * RUNS.variants + 2 * BUILT_SAMPLES * RUNS.mutations + 2 * RUNS.otherReference;

export const LEAST_TRANSACTIONS = 10_000;

/** The purpose of a payment: `report:<id>`, or `member:<reference>`. */
export type Subject = string;

/** Payments of which exactly one must take effect, for exactly one of these subjects. */
export type Expected = { kind: string; payments: string[]; subjects: Subject[] };

/** The final response to a claim. */
export type Answered = { subject: Subject; payment: string; success: boolean; reason: string };

/** The actions of a run's users, and their expected effects. All other effects are errors. */
export type RunRecord = {
  expected: Expected[];
  answered: Answered[];
  /** Every payment that landed, and whether it succeeded. */
  sent: { payment: string; carriedOut: boolean }[];
  /** The number of messages signed by payers. */
  signed: number;
  /** The ids of all accepted reports. */
  reports: number[];
  /** The number of users, by what they did. */
  people: Map<string, number>;
};

export function openRunRecord(): RunRecord {
  return { expected: [], answered: [], sent: [], signed: 0, reports: [], people: new Map() };
}

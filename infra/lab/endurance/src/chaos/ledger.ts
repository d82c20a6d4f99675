/** What is paid for: `report:<id>`, or `member:<reference>`. */
export type Subject = string;

/** Payments of which exactly one must have its effect, for exactly one of these subjects. */
export type Expected = { kind: string; payments: string[]; subjects: Subject[] };

/** What somebody was told in the end about a payment that they claimed. */
export type Told = { subject: Subject; payment: string; success: boolean; reason: string };

/** What the people of a run did, and what has to come of it. Whatever is not expected must not happen. */
export type Ledger = {
  expected: Expected[];
  told: Told[];
  /** Every payment that landed, and whether the chain carried it out. */
  sent: { payment: string; carriedOut: boolean }[];
  /** How many messages payers have signed. */
  signed: number;
  /** The ids of all reports that were accepted. */
  reports: number[];
  /** How many people came, by what they did. */
  people: Map<string, number>;
};

export function openLedger(): Ledger {
  return { expected: [], told: [], sent: [], signed: 0, reports: [], people: new Map() };
}

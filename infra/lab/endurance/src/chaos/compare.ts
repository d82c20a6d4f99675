import type { Expected, RunRecord } from './run-record.ts';
import type { Effect, Tables } from './tables.ts';

/** Differences between expected and actual results. Every list must be empty. */
export type Outcome = {
  validPayments: number;
  effects: number;
  /** More than one effect of a payment, or of payments for the same purpose. */
  doubled: string[];
  /** Valid payments without their effect. */
  lost: string[];
  /** Effects of payments for nothing, or for something else. */
  wronglyAccepted: string[];
  /** Verdicts without effect, and effects without a verdict. */
  verdictsApart: string[];
  /** Responses that contradict the tables. */
  answeredWrongly: string[];
  /** Undecided at the end. */
  open: string[];
};

export function compare({ expected, answered }: RunRecord, { effects, accepted, open }: Tables): Outcome {
  const byPayment = new Map<string, Effect[]>();
  for (const effect of effects)
    byPayment.set(effect.payment, [...(byPayment.get(effect.payment) ?? []), effect]);
  const effectsOf = ({ payments }: Expected) => payments.flatMap((payment) => byPayment.get(payment) ?? []);
  const line = ({ subject, payment }: Effect) => `${subject} by ${payment}`;
  const rightful = new Set(
    expected.flatMap((each) =>
      effectsOf(each)
        .filter(({ subject }) => each.subjects.includes(subject))
        .map(line),
    ),
  );
  const effective = new Set(effects.map(({ payment }) => payment));
  const verdicts = new Set(accepted);
  const lines = new Set(effects.map(line));
  return {
    validPayments: expected.length,
    effects: effects.length,
    doubled: expected.flatMap((each) => effectsOf(each).slice(1).map(line)),
    lost: expected
      .filter((each) => effectsOf(each).length === 0)
      .map(({ kind, payments, subjects }) => `${kind}: ${subjects} by ${payments}`),
    wronglyAccepted: [...lines].filter((each) => !rightful.has(each)),
    verdictsApart: [
      ...accepted.filter((payment, at) => !effective.has(payment) || accepted.indexOf(payment) !== at),
      ...[...effective].filter((payment) => !verdicts.has(payment)),
    ],
    answeredWrongly: answered
      .filter((each) => each.success !== lines.has(line(each)))
      .map((each) => `${line(each)}: answered ${each.success ? 'success' : each.reason}`),
    open,
  };
}

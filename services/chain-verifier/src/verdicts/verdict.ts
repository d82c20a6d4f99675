/** One rule of a verdict in the order of judging, kept for the receipt. Judging ends at the first failure. */
export type Rule = { rule: string; passed: boolean; seen: string };

/** Final: nothing that happens later can make this transaction pay for this demand. */
export type RejectionCode =
  | 'tx_failed'
  | 'no_burn_of_mint'
  | 'burn_of_abandoned_tokens'
  | 'burn_from_burn_wallet'
  | 'burner_mismatch'
  | 'net_supply_not_reduced'
  | 'unsupported_confidential'
  | 'no_transfer'
  | 'no_transfer_of_mint'
  | 'wrong_destination_owner'
  | 'self_transfer'
  | 'no_net_credit'
  | 'decimals_mismatch'
  | 'amount_below_minimum'
  | 'memo_missing'
  | 'memo_mismatch'
  | 'memo_ambiguous'
  | 'proof_required'
  | 'proof_mismatch'
  | 'outside_window'
  | 'before_restore';

/** Undecided: retry, or ask another provider. */
export type UnknownCode = 'undecodable_token_instruction' | 'time_unknown' | 'amount_undetermined';

export type Accepted = {
  outcome: 'accepted';
  /** What counts towards the demand, in base units: `burned` plus `credited`. */
  amount: bigint;
  burned: bigint;
  credited: bigint;
  /** What binds the payment to its purpose. */
  boundBy: 'memo' | 'reference_key' | 'wallet' | 'nothing';
  slot: number;
  blockTime: number | null;
  feePayer: string;
  rules: Rule[];
};
export type Rejected = {
  outcome: 'rejected';
  code: RejectionCode;
  detail: string;
  /** What counted towards the minimum, in base units, if it was too little. */
  amount?: bigint;
  /** Wallets whose signature would be accepted as proof, if one is required. */
  payers?: string[];
  /** The minimum at the time of the payment, if the amount was too little. */
  minimum?: bigint;
  rules: Rule[];
};
export type Unknown = { outcome: 'unknown'; code: UnknownCode; detail: string; rules: Rule[] };
export type Verdict = Accepted | Rejected | Unknown;

/** Why judging stopped at a rule. */
export type Stop = Omit<Rejected, 'rules'> | Omit<Unknown, 'rules'>;

export function reject(code: RejectionCode, detail: string): Omit<Rejected, 'rules'> {
  return { outcome: 'rejected', code, detail };
}

export function unknown(code: UnknownCode, detail: string): Stop {
  return { outcome: 'unknown', code, detail };
}

/** The result of one rule: continue or stop. */
export type Finding = { seen: string } | Stop;

/** Applies the rules in order until one stops, recording the result of each for the receipt. */
export function applyRules(
  steps: readonly { rule: string; check: () => Finding }[],
  accept: () => Omit<Accepted, 'rules' | 'outcome'>,
): Verdict {
  const rules: Rule[] = [];
  for (const { rule, check } of steps) {
    const finding = check();
    if ('outcome' in finding) {
      rules.push({ rule, passed: false, seen: finding.detail });
      return { ...finding, rules };
    }
    rules.push({ rule, passed: true, seen: finding.seen });
  }
  return { outcome: 'accepted', ...accept(), rules };
}

/** One rule of a verdict in the order of judging, kept for the receipt. Judging ends at the first that fails. */
export type Rule = { rule: string; passed: boolean; seen: string };

/** Final: nothing that can still happen makes this transaction pay for this demand. */
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

/** Not decided: ask again, or ask another provider. */
export type UnknownCode = 'undecodable_token_instruction' | 'time_unknown' | 'amount_undetermined';

export type Accepted = {
  outcome: 'accepted';
  /** What counts towards the demand, in base units: `burned` plus `credited`. */
  amount: bigint;
  burned: bigint;
  credited: bigint;
  /** What ties it to its purpose. */
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
  /** What counted towards the minimum, in base units, where it was too little. */
  amount?: bigint;
  /** Wallets whose signature would do, where one is needed. */
  payers?: string[];
  /** What the minimum was at the time of the payment, where it was too little. */
  minimum?: bigint;
  rules: Rule[];
};
export type Unknown = { outcome: 'unknown'; code: UnknownCode; detail: string; rules: Rule[] };
export type Verdict = Accepted | Rejected | Unknown;

/** How a rule ended the judging early. */
export type Stop = Omit<Rejected, 'rules'> | Omit<Unknown, 'rules'>;

export function reject(code: RejectionCode, detail: string): Omit<Rejected, 'rules'> {
  return { outcome: 'rejected', code, detail };
}

export function unknown(code: UnknownCode, detail: string): Stop {
  return { outcome: 'unknown', code, detail };
}

/** What one rule saw: enough to go on, or the end. */
export type Finding = { seen: string } | Stop;

/** Asks the rules one after the other until one stops; what each saw is kept for the receipt. */
export function applyRules(
  steps: readonly { rule: string; ask: () => Finding }[],
  accept: () => Omit<Accepted, 'rules' | 'outcome'>,
): Verdict {
  const rules: Rule[] = [];
  for (const { rule, ask } of steps) {
    const finding = ask();
    if ('outcome' in finding) {
      rules.push({ rule, passed: false, seen: finding.detail });
      return { ...finding, rules };
    }
    rules.push({ rule, passed: true, seen: finding.seen });
  }
  return { outcome: 'accepted', ...accept(), rules };
}

import { removalTexts } from '@naughty-list/contracts/removal';
import { formatBaseUnits } from '@naughty-list/contracts/tokens';

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

/** Final reasons for refusing a payment: the judge's rejection codes and those of the service itself. */
export type RefusalCode = RejectionCode | 'not_found' | 'already_used' | 'subject_already_paid';

/** Values used in the messages. `amount` is what counted towards the minimum, if known. */
export type Facts = {
  minimum: bigint;
  decimals: number;
  reference: string;
  amount?: bigint | undefined;
  /** Whether they are of another mint than its offer asks for. */
  isFormerMint?: boolean;
  /** Wallets whose signature would be accepted as proof. */
  payers?: readonly string[] | undefined;
};

const LIST = (baseUnits: bigint, { decimals }: Facts) => `${formatBaseUnits(baseUnits, decimals)} LIST`;

const ADDS_UP =
  'Payments add up: enter this transaction on the page where you pay, and send the rest from there.';

const NOTHING_ADDS_UP =
  "They are former LIST tokens, so nothing can be added to them. Please contact us with the transaction's hash.";

const nothingBurned = (facts: Facts) =>
  `This transaction burns no LIST and leaves none in the wallet that takes payments. The price is ${LIST(facts.minimum, facts)}.`;

const howToProve = (reference: string, payers: readonly string[]) =>
  payers.length > 0
    ? `To use it, please sign a message with the wallet that paid: ${payers.slice(0, 3).join(' or ')}.`
    : `No single wallet can prove that it paid (a multisig, a program, or several wallets did). Please contact us with the transaction's hash, or send a new transaction with the memo ${reference}.`;

const RESTORED =
  'This transaction was made before our records were restored and does not say what it pays for, so we cannot tell whether it has already been used.';

const refusals: Record<RefusalCode, (facts: Facts) => string> = {
  not_found: () => removalTexts.notFound,
  already_used: () => removalTexts.alreadyUsed,
  subject_already_paid: () =>
    `${removalTexts.alreadyRemoved} Your transaction was not used. It is a credit: ` +
    'within 90 days of the payment, the wallet that paid can sign to use it for a membership or the removal of another report.',
  tx_failed: () => 'This transaction failed on the blockchain, so no tokens moved. Please send a new one.',
  no_burn_of_mint: nothingBurned,
  no_transfer: nothingBurned,
  no_transfer_of_mint: nothingBurned,
  no_net_credit: nothingBurned,
  wrong_destination_owner: (facts) =>
    `The tokens in this transaction did not reach the wallet that takes payments. You need to send ${LIST(facts.minimum, facts)} there.`,
  self_transfer: () =>
    'This transaction moves tokens between accounts of the wallet that takes payments. Please pay with tokens of your own.',
  burn_of_abandoned_tokens: () => 'This transaction burns abandoned tokens. Please burn tokens of your own.',
  burn_from_burn_wallet: () =>
    'This transaction burns tokens of the wallet that takes payments. Please burn tokens of your own.',
  burner_mismatch: () => 'The tokens in this transaction were burned by another wallet.',
  net_supply_not_reduced: () =>
    'This transaction also creates new LIST tokens, so it does not reduce the supply.',
  unsupported_confidential: () =>
    'Confidential transfers and burns cannot be verified, because their amounts are hidden. Please send an ordinary burn.',
  decimals_mismatch: () =>
    'The decimals in this transaction differ from those of the LIST token, so its amount cannot be read. Please contact us.',
  amount_below_minimum: (facts) =>
    facts.amount === undefined
      ? `Too few tokens were paid: you need ${LIST(facts.minimum, facts)}. ${ADDS_UP}`
      : `Too few tokens were paid: ${LIST(facts.amount, facts)} of ${LIST(facts.minimum, facts)}. ${facts.isFormerMint ? NOTHING_ADDS_UP : ADDS_UP}`,
  memo_missing: ({ reference }) =>
    `This transaction does not say what it pays for. Please send a new one with the memo ${reference}.`,
  memo_mismatch: ({ reference, payers = [] }) =>
    payers.length > 0
      ? `This transaction was sent for something else. If that came to nothing, the wallet that paid can sign to use it here: ${payers.slice(0, 3).join(' or ')}.`
      : `This transaction was sent for something else: it needs the memo ${reference}.`,
  memo_ambiguous: ({ reference, payers = [] }) =>
    payers.length > 0
      ? `This transaction names more than one thing to pay for. To use it here, please sign with the wallet that paid: ${payers.slice(0, 3).join(' or ')}.`
      : `This transaction names more than one thing to pay for. Please contact us with the transaction's hash, or send a new transaction with the memo ${reference} alone.`,
  proof_required: ({ reference, payers = [] }) =>
    `This transaction counts only after the wallet that paid says what it is for. ${howToProve(reference, payers)}`,
  proof_mismatch: ({ reference, payers = [] }) =>
    `The wallet that signed did not pay in this transaction. ${howToProve(reference, payers)}`,
  outside_window: ({ reference }) =>
    `This transaction is older than what it would pay for. Please send a new one, preferably with the memo ${reference}.`,
  before_restore: () => `${RESTORED} Please contact us.`,
};

/** The user-facing message for a refusal. */
export function refusalMessage(code: RefusalCode, facts: Facts): string {
  return refusals[code](facts);
}

import { removalTexts } from '@naughty-list/contracts/removal';
import { formatBaseUnits } from '@naughty-list/contracts/tokens';
import type { RejectionCode } from './verdict.ts';

/** Why a payment is refused for good: what the judge says, and what the house knows besides. */
export type RefusalCode = RejectionCode | 'not_found' | 'already_used' | 'subject_already_paid';

/** What the texts can speak of. `amount` is what counted towards the minimum, where that is known. */
export type Facts = { minimum: bigint; decimals: number; reference: string; amount?: bigint | undefined };

const LIST = (baseUnits: bigint, { decimals }: Facts) => `${formatBaseUnits(baseUnits, decimals)} LIST`;

const nothingBurned = (facts: Facts) =>
  `This transaction does not burn any LIST tokens. ${LIST(facts.minimum, facts)} are needed.`;

const refusals: Record<RefusalCode, (facts: Facts) => string> = {
  not_found: () => removalTexts.notFound,
  already_used: () => removalTexts.alreadyUsed,
  subject_already_paid: () =>
    `${removalTexts.alreadyRemoved} Your transaction was not used and can pay for something else.`,
  tx_failed: () =>
    'This transaction failed on the blockchain, so no tokens were burned. Please send it again.',
  no_burn_of_mint: nothingBurned,
  no_transfer: nothingBurned,
  no_transfer_of_mint: nothingBurned,
  no_net_credit: nothingBurned,
  wrong_destination_owner: (facts) =>
    `The tokens of this transaction did not arrive in the burn wallet. ${LIST(facts.minimum, facts)} are needed there.`,
  self_transfer: () =>
    'This transaction moves tokens between accounts of the burn wallet itself. Please burn tokens of your own.',
  burn_of_abandoned_tokens: () =>
    'This transaction burns tokens that were given up before. Please burn tokens of your own.',
  burn_from_burn_wallet: () =>
    'This transaction burns tokens of the burn wallet itself. Please burn tokens of your own.',
  burner_mismatch: () => 'The tokens of this transaction were burned by another wallet.',
  net_supply_not_reduced: () =>
    'This transaction also creates new LIST tokens, so it does not reduce their number.',
  unsupported_confidential: () =>
    'Confidential transfers and burns cannot be checked, because their amount is hidden. Please send an ordinary burn.',
  decimals_mismatch: () =>
    'The amount of this transaction cannot be read with the settings of the LIST token. Please contact us.',
  amount_below_minimum: (facts) =>
    facts.amount === undefined
      ? `Too few tokens were burned: ${LIST(facts.minimum, facts)} are needed.`
      : `Too few tokens were burned: ${LIST(facts.amount, facts)} of ${LIST(facts.minimum, facts)}.`,
  memo_missing: ({ reference }) =>
    `This transaction does not say what it pays for. Please send one with the memo ${reference}.`,
  memo_mismatch: ({ reference }) =>
    `This transaction was sent for something else: its memo would have to be ${reference}.`,
  memo_ambiguous: ({ reference }) =>
    `This transaction names more than one thing to pay for. Please send one with the memo ${reference} alone.`,
  outside_window: ({ reference }) =>
    `This transaction is older than what it is to pay for. Please send a new one, best with the memo ${reference}.`,
};

/** What a person is told about a refusal. */
export function refusalMessage(code: RefusalCode, facts: Facts): string {
  return refusals[code](facts);
}

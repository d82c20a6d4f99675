import { RpcFault } from '../providers/rpc-fault.ts';

/** The commitments that a payment can be judged at. */
export type JudgedCommitment = 'confirmed' | 'finalized';

/** How far a transaction has come, as one provider sees it. */
export type LandedStatus = {
  slot: number;
  commitment: 'processed' | JudgedCommitment;
  success: boolean;
};

const commitments: readonly unknown[] = ['processed', 'confirmed', 'finalized'];

/**
 * Reads the `result` of getSignatureStatuses for one signature: its status, null where the provider knows nothing of it, and
 * the slot as of which it says so. Throws `malformed_response` for every other shape.
 */
export function readStatus(result: unknown, provider: string): { status: LandedStatus | null; slot: number } {
  const malformed = (detail: string) => new RpcFault('malformed_response', detail, { provider });
  const { context, value } = fieldsOf(result);
  const { slot } = fieldsOf(context);
  if (!isSlot(slot)) throw malformed('statuses as of no slot');
  if (!Array.isArray(value) || value.length !== 1) throw malformed('not one status');
  const [given] = value as unknown[];
  if (given === null) return { status: null, slot };
  const { slot: landedIn, err, confirmations, confirmationStatus } = fieldsOf(given);
  const isTold = confirmations === null || typeof confirmations === 'number';
  const isEnd = typeof err === 'object' || typeof err === 'string';
  if (!isSlot(landedIn) || !isTold || !isEnd)
    throw malformed('a status without slot, confirmations or outcome');
  // Nodes that leave out `confirmationStatus` say "rooted" with `confirmations: null`.
  const commitment = confirmationStatus ?? (confirmations === null ? 'finalized' : 'processed');
  if (confirmationStatus === null || !isCommitment(commitment)) throw malformed('a status of no commitment');
  return { status: { slot: landedIn, commitment, success: err === null }, slot };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isSlot(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isCommitment(value: unknown): value is LandedStatus['commitment'] {
  return commitments.includes(value);
}

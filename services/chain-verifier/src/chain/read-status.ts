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

/** What a provider says of one signature, and the slot as of which it says so. */
export type StatusReading = { status: LandedStatus | null; slot: number };

/**
 * Reads the `result` of getSignatureStatuses for `count` signatures, in their order: a status, null where the provider knows
 * nothing of it, or the fault of that one entry. Throws `malformed_response` where the answer as a whole has another shape.
 */
export function readStatuses(
  result: unknown,
  { count, provider }: { count: number; provider: string },
): (StatusReading | RpcFault)[] {
  const malformed = (detail: string) => new RpcFault('malformed_response', detail, { provider });
  const { context, value } = fieldsOf(result);
  const { slot } = fieldsOf(context);
  if (!isSlot(slot)) throw malformed('statuses as of no slot');
  if (!Array.isArray(value) || value.length !== count)
    throw malformed('not as many statuses as were asked for');
  return (value as unknown[]).map((given) => {
    const status = readOne(given, malformed);
    return status instanceof RpcFault ? status : { status, slot };
  });
}

function readOne(given: unknown, malformed: (detail: string) => RpcFault): LandedStatus | null | RpcFault {
  if (given === null) return null;
  const { slot: landedIn, err, confirmations, confirmationStatus } = fieldsOf(given);
  const isTold = confirmations === null || typeof confirmations === 'number';
  const isEnd = typeof err === 'object' || typeof err === 'string';
  if (!isSlot(landedIn) || !isTold || !isEnd)
    return malformed('a status without slot, confirmations or outcome');
  // Nodes that leave out `confirmationStatus` say "rooted" with `confirmations: null`.
  const commitment = confirmationStatus ?? (confirmations === null ? 'finalized' : 'processed');
  if (confirmationStatus === null || !isCommitment(commitment)) return malformed('a status of no commitment');
  return { slot: landedIn, commitment, success: err === null };
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

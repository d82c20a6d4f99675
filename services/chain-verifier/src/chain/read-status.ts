import { RpcFault } from '../providers/rpc-fault.ts';

/** The commitment levels at which a payment can be judged. */
export type JudgedCommitment = 'confirmed' | 'finalized';

/** The status of a landed transaction, as one provider reports it. */
export type LandedStatus = {
  slot: number;
  commitment: 'processed' | JudgedCommitment;
  success: boolean;
};

const commitments = ['processed', 'confirmed', 'finalized'] as const;

/** Higher is further. */
export const rankOf = (commitment: LandedStatus['commitment']): number => commitments.indexOf(commitment);

/** A provider's status of one signature, and the slot at which it was read. */
export type StatusReading = { status: LandedStatus | null; slot: number };

/**
 * Reads the `result` of getSignatureStatuses for `count` signatures, in order: a status, null if the provider does not
 * know the signature, or a fault for that entry. Throws `malformed_response` if the response as a whole has another
 * shape.
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
  const isValid = confirmations === null || typeof confirmations === 'number';
  const isEnd = typeof err === 'object' || typeof err === 'string';
  if (!isSlot(landedIn) || !isValid || !isEnd)
    return malformed('a status without slot, confirmations or outcome');
  // Nodes that omit `confirmationStatus` mark rooted transactions with `confirmations: null`.
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
  return (commitments as readonly unknown[]).includes(value);
}

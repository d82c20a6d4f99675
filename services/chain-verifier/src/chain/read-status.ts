import { z } from 'zod';
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

const slot = z.number().int().min(0);
const Answer = z.object({ context: z.object({ slot }), value: z.array(z.unknown()) });
const Status = z
  .object({
    slot,
    err: z.union([z.string(), z.looseObject({})]).nullable(),
    confirmations: z.number().nullable(),
    confirmationStatus: z.enum(commitments).optional(),
  })
  .nullable();

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
  const answer = Answer.safeParse(result).data;
  if (answer?.value.length !== count) throw malformed('not as many statuses of a slot as were asked for');
  return answer.value.map((given) => {
    const status = Status.safeParse(given).data;
    if (status === undefined) return malformed('a status without slot, commitment or outcome');
    return { status: status && toLanded(status), slot: answer.context.slot };
  });
}

function toLanded({
  slot,
  err,
  confirmations,
  confirmationStatus,
}: NonNullable<z.output<typeof Status>>): LandedStatus {
  // Nodes that omit `confirmationStatus` mark rooted transactions with `confirmations: null`.
  const commitment = confirmationStatus ?? (confirmations === null ? 'finalized' : 'processed');
  return { slot, commitment, success: err === null };
}

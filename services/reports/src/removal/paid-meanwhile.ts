/** Whether a row that the audit log keeps was removed; one that waited for an admin was not. */
export const wasRemoved = (row: string) =>
  `((${row} ->> 'is_removed')::boolean and ${row} ->> 'held_at' is null)`;

/**
 * The row of a deletion in the audit log (`log`) as it would come back, in JSON: as it was, or removed by the payment that
 * was accepted for it while it was deleted.
 */
export const asItWouldComeBack = `log.before || coalesce((
  select jsonb_build_object(
    'is_removed', true, 'held_at', null, 'removal_tx_hash', signature, 'burn_transaction_hash', signature)
  from removal_claims
  where report_id = log.subject_id and status = 'removed' and not ${wasRemoved('log.before')}
  limit 1), '{}')`;

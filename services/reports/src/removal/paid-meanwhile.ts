/** Whether a payment removed the row in the audit log; held and erased reports are never paid for. */
export const wasPaid = (row: string) => `(${row} ->> 'removal_tx_hash' is not null)`;

/**
 * The row of a deletion in the audit log (`log`) as it would come back, in JSON: as it was, or removed by the payment that
 * was accepted for it while it was deleted.
 */
export const asItWouldComeBack = `log.before || coalesce((
  select jsonb_build_object(
    'is_removed', true, 'held_at', null, 'removal_tx_hash', signature, 'burn_transaction_hash', signature)
  from removal_claims
  where report_id = log.subject_id and status = 'removed' and not ${wasPaid('log.before')}
  limit 1), '{}')`;

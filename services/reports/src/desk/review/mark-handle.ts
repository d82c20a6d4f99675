import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { lockCase } from '../../cases/change-status.ts';
import { insertEntry } from '../../record/audit-entries.ts';
import { recordChanges } from '../../record/ledger/append.ts';
import { changeRows } from '../../record/row-leaves.ts';
import { changeNames, renewNames } from '../../register/traces.ts';
import { HAS_CHANGED, type LimitedOperation, requireWithinLimit } from '../moderation/decision-limit.ts';

type Mark = LimitedOperation & { reportId: number; version: number } & (
    | { hasChanged: boolean }
    | { notItsName: string }
  );

/**
 * Records a moderator's finding: that the username of a case belongs to another account now, or does not; or that an alias
 * is another account's name, which deletes the alias.
 *
 * @throws ApiError not_found, changed_meanwhile, too_many_requests, second_word_needed
 */
export async function markHandle(db: Knex, { reportId, version, ...mark }: Mark): Promise<void> {
  await db.transaction(async (trx) => {
    await requireWithinLimit(trx, mark, 'hasChanged' in mark && mark.hasChanged ? 1 : 0);
    const row = await lockCase(trx, reportId);
    if (row.version !== version) throw new ApiError('changed_meanwhile', decisionTexts.changedMeanwhile);
    const handle = await ('hasChanged' in mark
      ? setChanged(trx, reportId, mark.hasChanged)
      : deleteAlias(trx, reportId, mark.notItsName));
    await trx('scammer_reports')
      .where({ id: reportId })
      .update({ version: version + 1 });
    await insertEntry(trx, {
      ...mark,
      action: 'mark_handle',
      subject: 'scammer_report',
      row,
      details: { handle },
    });
  });
}

async function setChanged(trx: Knex, id: number, hasChanged: boolean): Promise<string> {
  await changeRows(trx, 'scammer_reports', [id], () =>
    trx('scammer_reports')
      .where({ id })
      .update({ handle_changed_at: hasChanged ? trx.raw('coalesce(handle_changed_at, now())') : null }),
  );
  await renewNames(trx, [id]);
  await recordChanges(trx, { cases: [id] }, ['handle']);
  return hasChanged ? HAS_CHANGED : 'has not changed hands';
}

async function deleteAlias(trx: Knex, id: number, username: string): Promise<string> {
  const gone: { username: string; seen_at: Date }[] = await changeNames(trx, 'aliases', [id], () =>
    trx('aliases')
      .where({ report_id: id })
      .whereRaw('lower(username) = lower(?)', [username])
      .delete()
      .returning(['username', 'seen_at']),
  );
  const [name] = gone;
  if (!name) throw new ApiError('not_found', reviewTexts.unknownName);
  await renewNames(trx, [id]);
  await recordChanges(trx, { cases: [id] }, ['aliases'], [[name.username, name.seen_at.toISOString()]]);
  return `@${name.username} is not the account's name`;
}

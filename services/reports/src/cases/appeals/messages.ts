import { appealTexts } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { changeRows } from '../../record/row-leaves.ts';
import { lockByCode } from './appeal.ts';

/** The most messages that an account may write before a moderator answers. */
const UNANSWERED_MAX = 10;

/**
 * Adds a message of the account. Increments the version, so that no decision overlooks it.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible
 */
export async function addAppealMessage(db: Knex, caseCode: unknown, body: string): Promise<void> {
  await db.transaction(async (trx) => {
    const { id, decided_at, isAnswerable } = await lockByCode(trx, caseCode);
    if (decided_at)
      throw new ApiError('appeal_not_possible', isAnswerable ? appealTexts.decided : appealTexts.gone);
    const newest: { author: string }[] = await trx('appeal_messages')
      .where({ appeal_id: id })
      .orderBy('id', 'desc')
      .limit(UNANSWERED_MAX)
      .select('author');
    if (newest.length === UNANSWERED_MAX && newest.every(({ author }) => author === 'account'))
      throw new ApiError('appeal_not_possible', appealTexts.tooManyMessages);
    await insert(trx, { appeal_id: id, author: 'account', body });
    await trx('appeals').where({ id }).increment('version', 1);
  });
}

/** Adds a message of a moderator, also after the decision. */
export async function addModeratorMessage(
  trx: Knex.Transaction,
  { appealId, who, text }: { appealId: number; who: string; text: string },
): Promise<void> {
  await insert(trx, { appeal_id: appealId, author: 'moderator', who, body: text });
}

const insert = (trx: Knex, message: { appeal_id: number; author: string; who?: string; body: string }) =>
  changeRows(trx, 'appeals', [message.appeal_id], () => trx('appeal_messages').insert(message));

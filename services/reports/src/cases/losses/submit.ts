import { ApiError } from '@naughty-list/contracts/errors';
import { judgeLossJob, lossMessage, lossTexts, type submitLoss } from '@naughty-list/contracts/losses';
import { isSignedBy } from '@naughty-list/payment-flow/proofs';
import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { findCase } from '../find-case.ts';
import { codedStatement, keepReportCode } from '../own-reports/own-report.ts';
import { type NewStatement, type Stated, submitStatement } from '../submit-statement.ts';

type LossInput = z.output<typeof submitLoss.body> & Pick<NewStatement, 'traces' | 'reporter' | 'holdReason'>;

/**
 * Adds a statement that a transaction proves; it waits until the verifier has read the chain.
 *
 * @throws ApiError proof_invalid when the wallet did not sign the message, not_found, removed_by_burn
 */
export async function submitLossStatement(
  { db, queues }: { db: Knex; queues: Pick<Queues, 'add'> },
  { wallet, transaction, signature, ...input }: LossInput,
  options: { now: Date; holdsByRate: boolean; origin: string },
): Promise<Stated> {
  const { username } = await findCase(db, input.username, options.now);
  const message = lossMessage({ origin: options.origin, username, transaction, wallet });
  if (!isSignedBy(wallet, message, signature))
    throw new ApiError('proof_invalid', lossTexts.invalidSignature);
  const twitterUrl = transactionLink(transaction);
  const loss = { transaction, wallet };
  const stated = await db.transaction(async (trx) => {
    const done = await submitStatement(trx, { ...input, username, twitterUrl, loss }, options);
    if ('statement' in done) await keepReportCode(trx, codedStatement(done.statement), secretOf(trx));
    return done;
  });
  if ('statement' in stated)
    await queues.add(judgeLossJob, { statementId: stated.statement.id, transaction, wallet, round: 0 });
  return stated;
}

/** The link of a statement without a post. */
const transactionLink = (transaction: string) => `https://explorer.solana.com/tx/${transaction}`;

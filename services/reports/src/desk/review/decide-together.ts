import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import { type DecidedTogether, reviewTexts, type TogetherInput } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import type { Decider } from '../../cases/appeals/decide.ts';
import type { LimitedOperation } from '../moderation/decision-limit.ts';
import { decideAppeal } from './answer-appeal.ts';
import { decideHeldReport } from './decide-held-report.ts';
import { decideStatement } from './decide-statement.ts';

type Request = TogetherInput & LimitedOperation & Decider & { role: AdminRole };

/** Decides many entries alike, each in its own transaction. Returns those that failed, such as decided meanwhile, by id. */
export async function decideTogether(db: Knex, request: Request): Promise<DecidedTogether> {
  const decided: number[] = [];
  const notDecided: DecidedTogether['notDecided'] = [];
  for (const id of new Set(request.ids)) {
    try {
      await decideOne(db, request, id);
      decided.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notDecided.push({ id, message: error.message });
    }
  }
  return { operationId: decided.length > 0 ? request.operationId : null, decided, notDecided };
}

async function decideOne(db: Knex, request: Request, id: number): Promise<void> {
  const { operationId, who, decisionLimit } = request;
  switch (request.kind) {
    case 'report':
      return decideHeldReport(db, { id, decision: request.decision, operationId, who, decisionLimit });
    case 'statement': {
      const { decision, reason } = request;
      return void (await decideStatement(db, {
        id,
        decision,
        reason,
        seen: 'held',
        operationId,
        who,
        decisionLimit,
      }));
    }
    case 'appeal': {
      const { decision, rule, reason, role, activeModerators, readAt } = request;
      const version = await versionRead(db, id, readAt);
      const decider = { operationId, who, role, activeModerators, decisionLimit };
      return void (await decideAppeal(db, { appealId: id, version, decision, rule, reason, ...decider }));
    }
  }
}

/** The version of an appeal, if nothing was added to it since `readAt`. @throws ApiError changed_meanwhile */
async function versionRead(db: Knex, id: number, readAt: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { version: number }[] }>(
    `select version from appeals where id = :id and (proven_at is null or proven_at <= :readAt) and not exists (
       select from appeal_messages
       where appeal_id = :id and author = 'account' and date_trunc('milliseconds', at) > :readAt
     )`,
    { id, readAt },
  );
  if (!rows[0]) throw new ApiError('changed_meanwhile', reviewTexts.writtenSince);
  return rows[0].version;
}

import { randomUUID } from 'node:crypto';
import { type BulkDeleted, OPERATION_ID_HEADER } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { Answer } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import { deleteReports } from '../moderation/delete.ts';
import type { Deletable } from '../moderation/entity.ts';
import type { Share } from '../moderation/share.ts';

/** Deletes one report: 204 with the id of the operation, by which it can be undone; 404 when there is none. */
export async function answerDeletion(
  db: Knex,
  kind: Deletable,
  { id, admin: who, share }: { id: number; admin: string; share: Share },
): Promise<Answer<undefined>> {
  const operationId = randomUUID();
  const deleted = await deleteReports(db, kind, { ids: [id], operationId, who, share });
  if (deleted.length === 0) throw new ApiError('not_found', reportListTexts.unknownReport);
  return new Answer(204, undefined, { [OPERATION_ID_HEADER]: operationId });
}

/** Deletes many reports as one operation. */
export async function answerBulkDeletion(
  db: Knex,
  kind: Deletable,
  { ids, admin: who, share }: { ids: number[]; admin: string; share: Share },
): Promise<Answer<BulkDeleted>> {
  const operationId = randomUUID();
  const deleted = await deleteReports(db, kind, { ids, operationId, who, share });
  return new Answer(200, { operationId, deleted }, { [OPERATION_ID_HEADER]: operationId });
}

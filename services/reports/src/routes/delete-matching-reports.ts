import { randomUUID } from 'node:crypto';
import { deleteMatchingReports } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { deleteMatching } from '../reports/delete-matching.ts';

export function deleteMatchingReportsRoute({ db }: Context): Route {
  return route(deleteMatchingReports, ({ body, admin }) =>
    deleteMatching(db, { ...body, operationId: randomUUID(), who: admin }),
  );
}

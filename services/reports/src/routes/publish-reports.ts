import { randomUUID } from 'node:crypto';
import { OPERATION_ID_HEADER, publishReports } from '@naughty-list/contracts/admin-reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { publish } from '../reports/publish.ts';

export function publishReportsRoute({ db }: Context): Route {
  return route(publishReports, async ({ body, admin }) => {
    const operationId = randomUUID();
    const published = await publish(db, { ids: body.ids, operationId, who: admin });
    return new Answer(200, { operationId, ...published }, { [OPERATION_ID_HEADER]: operationId });
  });
}

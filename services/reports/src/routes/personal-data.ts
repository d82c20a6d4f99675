import { ApiError } from '@naughty-list/contracts/errors';
import {
  erasePersonalData,
  exportPersonalData,
  personalDataTexts,
} from '@naughty-list/contracts/personal-data';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { erase } from '../personal-data/erase.ts';
import { exportData } from '../personal-data/export.ts';

export function exportPersonalDataRoute({ db }: Context): Route {
  return route(exportPersonalData, async ({ query }) => {
    const data = await exportData(db, query);
    if (!data) throw new ApiError('not_found', personalDataTexts.nothingStored);
    return data;
  });
}

export function erasePersonalDataRoute({ db, log }: Context): Route {
  return route(erasePersonalData, async ({ body, admin }) => {
    const erased = await erase(db, { subject: body, who: admin });
    if (!erased) throw new ApiError('not_found', personalDataTexts.nothingStored);
    log.info(erased, 'personal data erased');
    return erased;
  });
}

import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { answerPage } from './answer-page.ts';

export function listNiceReportsRoute({ niceListPages }: Context): Route {
  return route(listNiceReports, (request) => answerPage(niceListPages, request));
}

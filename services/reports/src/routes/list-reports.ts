import { listReports } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { answerPage } from './answer-page.ts';

export function listReportsRoute({ listPages }: Context): Route {
  return route(listReports, (request) => answerPage(listPages, request));
}

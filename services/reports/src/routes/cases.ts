import { getCase, listCorroborated, listSitemapPages, listStatements } from '@naughty-list/contracts/cases';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { findCase } from '../cases/find-case.ts';
import { createReadCase, readStatements } from '../cases/read-case.ts';
import { readCorroborated, readSitemapPages } from '../cases/sitemap.ts';
import type { Context } from '../context.ts';

export function caseRoutes({ db, clock }: Context): Route[] {
  const readCase = createReadCase(db);
  return [
    route(getCase, async ({ params }) => readCase(await findCase(db, params.username, clock.now()))),
    route(listStatements, async ({ params, query }) => {
      const { id } = await findCase(db, params.username, clock.now());
      return readStatements(db, id, query.after);
    }),
    route(listSitemapPages, () => readSitemapPages(db)),
    route(listCorroborated, ({ params }) => readCorroborated(db, params.page)),
  ];
}

import { searchReports } from '@naughty-list/contracts/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find } from '../src/desk/moderation/find.ts';
import type { ListFilter } from '../src/record/entity.ts';
import { candidatesNear } from '../src/register/lists/find-near.ts';
import { selectPage } from '../src/register/lists/repository.ts';
import { moderatedReports } from '../src/register/reports/moderated-reports.ts';
import { naughtyList } from '../src/register/reports/naughty-list.ts';
import { explainEach, openExplaining } from './explained.ts';
import { insertReports, terms } from './million-reports.ts';
import { type RunningService, startReports } from './running-service.ts';

let service: RunningService;

// Inserting a million rows is slow on a machine that runs other tests.
beforeAll(async () => {
  service = await startReports();
  await insertReports(service.context.db);
}, 900_000);
afterAll(() => service.stop());

/**
 * The most rows that one step reads: the scan from the newest report on, and the index scan before it, each with the
 * unlisted ones among them, one of a thousand.
 */
const STEP_MAX = (100 + 5_001 + 30_000) * 1.001;
const RARE_MAX = 1_000;

/** Kinds of terms: how many reports are found, and how many of the million may be read for it. */
const kinds: [kind: string, term: string, found: number, read: number][] = [
  ['selective', terms.one, 1, RARE_MAX],
  ['rare', terms.fifty, 50, RARE_MAX],
  ['middling', terms.tenThousand, 100, STEP_MAX],
  ['in half of all', terms.half, 100, RARE_MAX],
  ['middling, in old reports alone', terms.old, 100, STEP_MAX + 5_001],
  ['absent', 'xqzj', 0, RARE_MAX],
  ['absent, three letters', 'zzq', 0, RARE_MAX],
  ['a phrase of common words, absent', terms.absentPhrase, 0, STEP_MAX],
  ['a phrase of common words', 'the and', 100, STEP_MAX],
  ['without three letters in a row', 'a b', 0, STEP_MAX],
  ['of other characters', '!!!', 0, STEP_MAX],
  ['of wildcards', '%%%', 0, STEP_MAX],
  ['in a script that the index does not know', 'подарки', 0, STEP_MAX],
  ['one letter', 's', 100, RARE_MAX],
  ['one letter, absent', 'z', 0, RARE_MAX],
  ['two letters', 'sa', 100, RARE_MAX],
  ['two letters, absent', 'zz', 0, RARE_MAX],
  ['one wildcard', '%', 0, RARE_MAX],
  ['the beginning of many usernames', 'san', 100, STEP_MAX],
  ['the beginning of some usernames', 'cry1', 100, STEP_MAX],
  ['the middle of usernames', '1234', 32, RARE_MAX],
  ['long', 'gingerbread '.repeat(80), 0, STEP_MAX],
];

describe.each(['auto', 'force_custom_plan', 'force_generic_plan'] as const)(
  'with plan_cache_mode %s',
  (mode) => {
    it('every kind of term reads a bounded number of reports, through indexes', async () => {
      const connection = await openExplaining(service.context.config.DATABASE_URL, mode);
      const text = `select report.id from reports.search_report_ids($1, $2) with ordinality hit (id, place)
      join scammer_reports report using (id) where not report.is_removed order by hit.place`;
      const problems: string[] = [];
      // After five executions, a prepared statement, also one inside a function, may get a generic plan.
      for (let round = 0; round < (mode === 'auto' ? 7 : 1); round++) {
        for (const [kind, term, found, read] of kinds) {
          const { rows, scans, rowsRead } = await connection.run(
            'search',
            text,
            [term, 100],
            'scammer_reports',
          );
          const isFine = rows.length === found && !scans.has('Seq Scan') && rowsRead <= read;
          const seen = { kind, round, found: rows.length, rowsRead, scans: [...scans] };
          if (!isFine) problems.push(JSON.stringify(seen));
        }
      }
      await connection.close();
      expect(problems).toEqual([]);
    });
  },
);

it('names near one that is not listed are read by one process: workers take longer to start', async () => {
  const { rows } = await service.context.db.raw(`explain ${candidatesNear("'sc9c1cdqz'")}`);
  const plan = JSON.stringify(rows);
  expect(plan).toContain('scammer_reports_texts');
  expect(plan).not.toContain('Gather');
});

describe('what is found among a million', () => {
  const search = (q: string) => service.as('visitor').call(searchReports, { query: { q } });

  it('is the newest of those that hold the term', async () => {
    const { db } = service.context;
    for (const term of [terms.one, terms.fifty, terms.tenThousand, terms.half, 'wallet']) {
      const newest = await db('scammer_reports')
        .whereRaw('not is_removed and description like ?', [`%${term}%`])
        .orderBy('reported_at', 'desc')
        .limit(100)
        .pluck('id');
      expect((await search(term)).map(({ id }) => id)).toEqual(newest);
    }
  });

  it('is a username first, then those that begin with it', async () => {
    const { username } = await service.context.db('scammer_reports').where({ id: 777_771 }).first();
    const found = await search(`@${username.toUpperCase()}`);
    expect(found[0]?.username).toBe(username);
    for (const report of found) expect(report.username).toContain(username);
  });

  it('holds the term, also where there is too much of it to look at', async () => {
    for (const report of await search(terms.old)) expect(report.description).toContain(terms.old);
  });
});

/** An admin's query, among reports spread over this many seconds, one per second, and how many match. */
type AdminQuery = Partial<ListFilter> & { q?: string; seconds?: number; limit?: number; offset?: number };
const adminQueries: [query: AdminQuery, total: number][] = [
  [{}, 1_000_000],
  [{ limit: 1_000 }, 1_000_000],
  [{ offset: 999_900 }, 1_000_000],
  [{ state: 'listed' }, 999_000],
  [{ state: 'removed' }, 1_000],
  [{ state: 'removed', category: 'other' }, 1_000],
  [{ state: 'listed', category: 'other' }, 999_000],
  [{ category: 'nft' }, 0],
  [{ q: terms.one }, 1],
  [{ q: terms.fifty, state: 'listed' }, 50],
  [{ q: terms.fifty, category: 'other', offset: 40 }, 50],
  [{ q: terms.tenThousand }, 10_000],
  [{ q: terms.old }, 20_000],
  [{ q: terms.half }, 500_000],
  [{ q: terms.half, limit: 1_000, offset: 3_000 }, 500_000],
  [{ q: terms.half, offset: 499_900 }, 500_000],
  [{ q: '777771' }, 1],
  [{ q: 'xqzj' }, 0],
  [{ q: 'zz' }, 0],
  [{ seconds: 86_400 }, 86_400],
  [{ seconds: 86_400, offset: 86_300 }, 86_400],
  [{ seconds: 604_800, limit: 1_000, offset: 300_000 }, 604_800],
  [{ seconds: 86_400, state: 'listed' }, 86_313],
  [{ seconds: 86_400, state: 'removed' }, 87],
  [{ seconds: 86_400, state: 'removed', category: 'other' }, 87],
  [{ seconds: 86_400, category: 'nft' }, 0],
  [{ seconds: 86_400, q: terms.one }, 0],
  [{ seconds: 604_800, q: terms.fifty }, 30],
  [{ seconds: 86_400, q: 'xqzj' }, 0],
];
/** Reports that are not public: a search reads them one by one. */
const HIDDEN = 1_000;

it('the list of an admin reads what matches, each once to count it, and what it shows', async () => {
  const { db } = service.context;
  const { rows } = await db.raw<{ rows: { newest: Date }[] }>(
    'select max(reported_at) as newest from scammer_reports',
  );
  const newest = rows[0]?.newest.getTime() ?? 0;
  const asked = adminQueries.map(([{ seconds, ...query }]) => {
    const since = seconds === undefined ? undefined : new Date(newest - (seconds - 1) * 1_000);
    return { state: 'all' as const, q: '', limit: 100, offset: 0, since, ...query };
  });
  const pages = asked.map((each) => () => find(db, moderatedReports, each));
  const explained = await explainEach(db, 'scammer_reports', pages);
  const problems = adminQueries.flatMap(([query, total], at) => {
    const { result, read } = explained[at] ?? expect.fail();
    const { q = '', limit = 100, offset = 0 } = query;
    const most = total + offset + 2 * limit + (q === '' ? 0 : HIDDEN + 0.2 * total);
    const isFine = result.total === total && read <= most + HIDDEN;
    return isFine ? [] : [JSON.stringify({ query, found: result.total, read, most })];
  });
  expect(problems).toEqual([]);
});

it('the first page of a list or of a category reads what it shows, and the unlisted among it', async () => {
  const { db } = service.context;
  const pages = ([undefined, 'other', 'nft'] as const).map(
    (category) => () => selectPage(db, naughtyList, { limit: 100, offset: 0, category }),
  );
  const explained = await explainEach(db, 'scammer_reports', pages);
  expect(explained.map(({ read }) => read)).toEqual([expect.closeTo(200, -1), expect.closeTo(200, -1), 0]);
});

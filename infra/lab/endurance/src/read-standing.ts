import pg from 'pg';
import type { Reported, Standing } from './compare-kept.ts';

/** Reads the tables in one snapshot. */
export async function readStanding(databaseUrl: string): Promise<Standing> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const reports = await client.query<Standing['reports'][number]>(
      'select id, username, description, is_removed as removed from reports.scammer_reports where deleted_at is null order by id',
    );
    const deletions = await client.query<{ id: string; times: string }>(
      `select subject_id as id, count(*) as times from reports.audit_log
       where subject = 'scammer_report' and action = 'delete' group by 1`,
    );
    const niceReports = await client.query<{ username: string; times: string }>(
      'select username, count(*) as times from reports.nice_reports group by 1',
    );
    const visits = await client.query<{ visit: string; times: string }>(
      `select substring(user_agent from 'visit/[0-9]+$') as visit, count(*) as times from analytics.site_visits group by 1`,
    );
    return {
      reports: reports.rows,
      deletions: new Map(deletions.rows.map(({ id, times }) => [Number(id), Number(times)])),
      niceReports: new Map(niceReports.rows.map(({ username, times }) => [username, Number(times)])),
      visits: new Map(visits.rows.map(({ visit, times }) => [visit, Number(times)])),
    };
  } finally {
    await client.end();
  }
}

const ASK_MS = 60_000;

/** Requests the site's own figures; `daily` are the visits by day, which require an admin. */
export async function askSite(url: string, cookie: string): Promise<Reported> {
  const ask = async (path: string): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie }, signal: AbortSignal.timeout(ASK_MS) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const total = async (path: string) => {
    const answer = await ask(path);
    await answer.text();
    return Number(answer.headers.get('x-total-count'));
  };
  const json = async (path: string): Promise<unknown> => (await ask(path)).json();
  const days = (await json('/api/admin/analytics/daily?days=7')) as { visits: number }[];
  return {
    listed: await total('/api/scammer-reports?limit=1'),
    niceReports: await total('/api/admin/nice-reports?limit=1'),
    hits: ((await json('/api/hit-counter')) as { hitCount: number }).hitCount,
    dailyVisits: days.reduce((sum, { visits }) => sum + visits, 0),
  };
}

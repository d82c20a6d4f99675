import { dayOf, firstDayOf, monthOf } from '@naughty-list/analytics/calendar';
import { ensureMonths } from '@naughty-list/analytics/visits/partitions';
import type { Database } from '@naughty-list/service-kit/database/database';

/** Visits are spread evenly over this many days up to now. */
const DAYS = 90;

/** Replaces all visits by generated ones and recomputes the roll-ups. */
export async function seedVisits(db: Database, visits: number): Promise<void> {
  const month = monthOf(dayOf(new Date()));
  await ensureMonths(
    db,
    [-3, -2, -1, 0, 1].map((later) => firstDayOf(month, later).slice(0, 7)),
  );
  await db.raw('truncate site_visits, daily_visits, daily_pages, daily_referrers');
  await db.raw(
    `insert into site_visits (visit_date, ip_address, user_agent, page_url, referrer)
     select now() - n * (:seconds::float8 / :visits) * interval '1 second', '203.0.' || n % 256 || '.0',
       'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
       '/page-' || n % 12, case when n % 3 = 0 then null else 'https://host-' || n % 30 || '.example/' end
     from generate_series(1, :visits) as n`,
    { seconds: DAYS * 86_400 - 60, visits },
  );
  const day = `(visit_date at time zone 'UTC')::date`;
  await db.raw(`insert into daily_visits select ${day}, count(*) from site_visits group by 1`);
  await db.raw(`insert into daily_pages select ${day}, page_url, count(*) from site_visits group by 1, 2`);
  await db.raw(
    `insert into daily_referrers select ${day}, coalesce(split_part(referrer, '/', 3), ''), count(*) from site_visits group by 1, 2`,
  );
  await db('hit_counter').update({ hit_count: visits });
  await db.raw('vacuum analyze site_visits, daily_visits, daily_pages, daily_referrers, hit_counter');
}

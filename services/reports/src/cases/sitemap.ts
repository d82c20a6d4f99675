import { SITEMAP_NUMBERS } from '@naughty-list/contracts/cases';
import type { Knex } from 'knex';

/** The cases that search engines may index: not under a name that another account has now. Read by the index `scammer_reports_corroborated` alone. */
const CORROBORATED =
  "from scammer_reports where status = 'corroborated' and not is_removed and handle_changed_at is null";

/** The pages of the sitemap that have cases. */
export async function readSitemapPages(db: Knex): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { page: number }[] }>(
    `select distinct id / :size::int as page ${CORROBORATED} order by 1`,
    { size: SITEMAP_NUMBERS },
  );
  return rows.map(({ page }) => page);
}

/** The usernames of a page, by case number. */
export async function readCorroborated(db: Knex, page: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { username: string }[] }>(
    `select username ${CORROBORATED} and id >= :page::bigint * :size and id < (:page::bigint + 1) * :size order by id`,
    { page, size: SITEMAP_NUMBERS },
  );
  return rows.map(({ username }) => username);
}

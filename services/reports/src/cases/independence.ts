import type { Independence } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';

/** The most published statements compared; each is compared with each, so the cost is quadratic. */
const COMPARED_MAX = 30;
/** Texts that share this much of their trigrams count as one. */
const SIMILAR = 0.4;

type Compared = { reporter: string | null; network: string | null; post: string; similar: boolean[] };

const compare = `
    with entry as materialized (
      select 0 as place, 'report' as kind, id, twitter_url, description from scammer_reports where id = :reportId
      union all
      (select id, 'statement', id, twitter_url, description from statements
       where report_id = :reportId and published_at is not null order by id limit ${COMPARED_MAX})
    )
    select reporter_key as reporter, network_key as network, post_key(twitter_url) as post, array(
        select similarity(earlier.description, entry.description) >= ${SIMILAR} from entry earlier
        where earlier.place < entry.place order by earlier.place
      ) as similar
    from entry left join contributions on contributions.kind = entry.kind and subject_id = entry.id
    order by place`;

/**
 * How independent the report of a case and its first published statements are of each other. An entry is independent if its reporter, network and post differ from those of every independent entry
 * before it and no text resembles its own. Reporter keys change monthly and are deleted after three months; an entry
 * without a key counts as a separate reporter.
 */
export async function readIndependence(db: Knex, reportId: number): Promise<Independence> {
  const { rows: compared } = await db.raw<{ rows: Compared[] }>(compare, { reportId });
  const independent: number[] = [];
  compared.forEach((entry, at) => {
    const isLike = (place: number) =>
      entry.similar[place] || sharesOrigin(entry, compared[place] as Compared);
    if (!independent.some(isLike)) independent.push(at);
  });
  const different = (values: (string | null)[]) => new Set(values.filter((value) => value !== null)).size;
  return {
    statements: compared.length - 1,
    reporters: different(compared.map(({ reporter }) => reporter)),
    networks: different(compared.map(({ network }) => network)),
    posts: different(compared.map(({ post }) => post)),
    similarTexts: compared.filter(({ similar }) => similar.includes(true)).length,
    independent: independent.length,
  };
}

/**
 * Counts what is independent in these cases, for their pages: when a statement or a text changed, in the same
 * transaction. The figure stands in the report's leaf; the keys that it was counted by are deleted after a while.
 */
export async function countIndependent(trx: Knex, cases: readonly number[]): Promise<void> {
  for (const id of cases) {
    const { independent } = await readIndependence(trx, id);
    await trx('scammer_reports').where({ id }).whereNot({ independent }).update({ independent });
  }
}

const sharesOrigin = (one: Compared, other: Compared) =>
  one.post === other.post ||
  (one.reporter !== null && one.reporter === other.reporter) ||
  (one.network !== null && one.network === other.network);

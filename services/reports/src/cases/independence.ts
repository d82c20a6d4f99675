import type { Independence } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';

/** Published statements that are compared: each with each, so their number counts squared. */
const COMPARED_MAX = 30;
/** Texts that share so much of their trigrams are one text. */
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
 * How independent the report of a case and its first published statements are of each other: figures for people, which decide
 * nothing. Independent is what has another reporter, network and post than every independent one before it, and no text that is
 * like theirs. Reporter keys change every month and are deleted after three; an entry without its key counts as another reporter's.
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

const sharesOrigin = (one: Compared, other: Compared) =>
  one.post === other.post ||
  (one.reporter !== null && one.reporter === other.reporter) ||
  (one.network !== null && one.network === other.network);

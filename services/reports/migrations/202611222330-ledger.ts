import type { Knex } from 'knex';

/**
 * The ledger: a leaf for everything that is published, changed, removed or erased. Triggers write it in the transaction of the
 * change, so that no code path, old copies of the service included, can leave one out.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(tables);
  await db.raw(sealing);
  await db.raw(ofReports);
  await db.raw(ofCases);
}

const tables = `
  create table ledger_records (
    id bigint generated always as identity primary key,
    -- Its place in the tree, once the writer has added it.
    leaf_index bigint unique,
    type text not null,
    report_id int not null,
    -- The signature of the burn that removed the report.
    burn text,
    -- What the leaf commits to, as canonical JSON (RFC 8785), and the salt that hides it; both null once erased.
    record text,
    salt bytea,
    -- The leaf: public, and never changed.
    entry bytea not null
  );
  create index ledger_records_new on ledger_records (id) where leaf_index is null;
  create index ledger_records_of_report on ledger_records (report_id, id);

  -- Rows of tiles as in C2SP tlog-tiles; a partial tile is the beginning of the full one.
  create table ledger_tiles (
    row_number int not null,
    index bigint not null,
    hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
    primary key (row_number, index)
  );

  -- One row: its lock makes one writer, its key signs, and what was signed last.
  create table ledger_head (
    only_one boolean primary key default true check (only_one),
    origin text not null,
    private_key text not null,
    size bigint not null default 0,
    checkpoint text
  );`;

const sealing = `
  -- A text as JSON. PostgreSQL escapes what RFC 8785 escapes, in the same way.
  create function reports.ledger_text(value text) returns text language sql immutable parallel safe as
    $$ select coalesce(to_json(value)::text, 'null') $$;

  -- Salt and entry of a new record. The keys of the JSON are in their canonical order.
  create function reports.seal_ledger_record() returns trigger language plpgsql as $$
  begin
    -- 244 random bits.
    new.salt := decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
    new.entry := convert_to(
      '{' || case when new.burn is null then '' else '"burn":' || reports.ledger_text(new.burn) || ',' end
      || '"case":' || new.report_id
      || ',"commitment":"' || encode(sha256(new.salt || convert_to(new.record, 'UTF8')), 'base64')
      || '","time":"' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","type":' || reports.ledger_text(new.type) || '}', 'UTF8');
    return new;
  end $$;
  create trigger seal before insert on ledger_records for each row execute function reports.seal_ledger_record();

  -- A record can be placed in the tree once, and be erased; the leaf itself stays as it is.
  create function reports.keep_ledger_record() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if (old.leaf_index is null or new.leaf_index = old.leaf_index)
        and (new.record is null and new.salt is null or (new.record, new.salt) = (old.record, old.salt))
        and to_jsonb(new) - '{leaf_index,record,salt}'::text[] = to_jsonb(old) - '{leaf_index,record,salt}'::text[]
      then return new; end if;
    end if;
    raise exception 'The ledger is append only';
  end $$;
  create trigger append_only before update or delete on ledger_records
    for each row execute function reports.keep_ledger_record();
  create trigger never_emptied before truncate on ledger_records
    for each statement execute function reports.keep_ledger_record();`;

const ofReports = `
  create function reports.ledger_report(report reports.scammer_reports) returns text language sql stable as $$
    select '{"case":' || report.id
      || ',"category":' || reports.ledger_text(report.scam_category)
      || ',"description":' || reports.ledger_text(report.description)
      || ',"post":' || reports.ledger_text(report.twitter_url)
      || ',"reported":"' || to_char(report.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","username":' || reports.ledger_text(report.username) || '}'
  $$;

  create function reports.record_new_reports() returns trigger language plpgsql as $$
  begin
    insert into reports.ledger_records (type, report_id, record)
    select 'report-published', report.id, reports.ledger_report(report)
    from new_rows report where not report.is_removed order by report.id;
    return null;
  end $$;
  create trigger ledger_insert after insert on scammer_reports
    referencing new table as new_rows for each statement execute function reports.record_new_reports();

  create function reports.record_changed_reports() returns trigger language plpgsql as $$
  begin
    insert into reports.ledger_records (type, report_id, burn, record)
    select change.type, now_is.id, case change.type when 'report-removed' then now_is.removal_tx_hash end,
      case when change.type in ('report-published', 'report-edited') then reports.ledger_report(now_is)
        else '{"case":' || now_is.id || '}' end
    from new_rows now_is join old_rows was using (id), lateral (
      select 1 as place, 'report-published' as type where was.is_removed and not now_is.is_removed
      union all select 2, 'report-edited' where not was.is_removed and not now_is.is_removed
        and (was.username, was.twitter_url, was.description, was.scam_category)
          is distinct from (now_is.username, now_is.twitter_url, now_is.description, now_is.scam_category)
      union all select 3, 'report-removed' where was.removal_tx_hash is null and now_is.removal_tx_hash is not null
      union all select 4, 'report-deleted'
        where was.deleted_at is null and now_is.deleted_at is not null and not was.is_removed
      union all select 5, 'report-erased' where was.erased_at is null and now_is.erased_at is not null
    ) change
    order by now_is.id, change.place;
    -- Erased: the leaves stay, and nothing leads from them to what they committed to.
    update reports.ledger_records set record = null, salt = null
    where record is not null and type <> 'report-erased' and report_id in (
      select now_is.id from new_rows now_is join old_rows was using (id)
      where was.erased_at is null and now_is.erased_at is not null
    );
    return null;
  end $$;
  create trigger ledger_update after update on scammer_reports
    referencing old table as old_rows new table as new_rows
    for each statement execute function reports.record_changed_reports();`;

const ofCases = `
  create function reports.record_case_changes() returns trigger language plpgsql as $$
  begin
    insert into reports.ledger_records (type, report_id, record)
    select 'status-changed', report_id,
      '{"case":' || report_id || ',"reason":' || reports.ledger_text(reason) || ',"role":' || reports.ledger_text(role)
      || ',"rule":' || reports.ledger_text(rule) || ',"status":' || reports.ledger_text(status) || '}'
    from new_rows order by id;
    return null;
  end $$;
  create trigger ledger_insert after insert on case_changes
    referencing new table as new_rows for each statement execute function reports.record_case_changes();

  create function reports.ledger_statement(statement reports.statements) returns text language sql stable as $$
    select '{"case":' || statement.report_id || ',"description":' || reports.ledger_text(statement.description)
      || ',"post":' || reports.ledger_text(statement.twitter_url) || ',"statement":' || statement.id || '}'
  $$;

  create function reports.record_statements() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into reports.ledger_records (type, report_id, record)
      select 'statement-added', statement.report_id, reports.ledger_statement(statement)
      from new_rows statement where statement.published_at is not null order by statement.id;
    else
      insert into reports.ledger_records (type, report_id, record)
      select case when now_is.published_at is null then 'statement-withdrawn' else 'statement-added' end,
        now_is.report_id,
        case when now_is.published_at is null then '{"case":' || now_is.report_id || ',"statement":' || now_is.id || '}'
          else reports.ledger_statement(now_is) end
      from new_rows now_is join old_rows was using (id)
      where (was.published_at is null) <> (now_is.published_at is null) order by now_is.id;
    end if;
    return null;
  end $$;
  create trigger ledger_insert after insert on statements
    referencing new table as new_rows for each statement execute function reports.record_statements();
  create trigger ledger_update after update on statements
    referencing old table as old_rows new table as new_rows
    for each statement execute function reports.record_statements();`;

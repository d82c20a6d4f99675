-- After a restore, before anything starts: the numbers of reports go on far above those that were given after the backup. They are in
-- the memos of burns, and one that was meant for a lost report must not remove a later one. A backup that is restored a second time
-- must not give those of the first time either: the numbers go on above the seconds since 2026, which no rush of reports outruns for long.
-- What payments without a reference have paid for since the backup is lost as well: those from before now are not accepted any more.
-- The next start finds the mark, and begins a new ledger, feeds and webhooks. It does the same where it finds its rows in another
-- database, or in tables that were made anew. A copy of all files looks as before: for those, this has to be run.
do $$
begin
  if to_regclass('reports.scammer_reports_id_seq') is not null then
    perform setval('reports.scammer_reports_id_seq', greatest(last_value, extract(epoch from now())::bigint - 1767225600) + 100000)
      from reports.scammer_reports_id_seq;
  end if;
  if to_regclass('reports.state') is not null then
    update reports.state set identity = 'restored';
  end if;
  if to_regclass('chain.state') is not null then
    update chain.state set restored_at = now(), identity = null;
  end if;
end
$$;

-- After a restore, before anything starts: the numbers of reports go on far above those that were given after the backup. They are in
-- the memos of burns, and one that was meant for a lost report must not remove a later one. Each further restore skips as many more.
-- What payments without a reference have paid for since the backup is lost as well: those from before now are not accepted any more.
do $$
begin
  if to_regclass('reports.scammer_reports_id_seq') is not null then
    perform setval('reports.scammer_reports_id_seq', last_value + 100000) from reports.scammer_reports_id_seq;
  end if;
  if to_regclass('chain.restores') is not null then
    insert into chain.restores default values;
  end if;
end
$$;

-- The private check: later names of accounts by their prefix.
create index aliases_check_prefix on aliases (reports.check_prefix(username));

-- Listed cases under the names that their accounts took later.
create view renamed_cases as
  select alias.username, report.status, report.report_count, report.reported_at
  from reports.aliases alias join reports.scammer_reports report on report.id = alias.report_id
  where not report.is_removed;

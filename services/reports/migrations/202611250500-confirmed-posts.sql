-- When X confirmed that the reported account wrote the post.
alter table scammer_reports add column post_confirmed_at timestamptz;
alter table statements add column post_confirmed_at timestamptz;

update scammer_reports report set post_confirmed_at = fetched_at
from kept_posts kept where kept.report_id = report.id and kept.twitter_url = report.twitter_url;
update statements stated set post_confirmed_at = fetched_at
from kept_statement_posts kept where kept.statement_id = stated.id and kept.twitter_url = stated.twitter_url;

-- A statement may name a transaction of its reporter's wallet instead of a post, and what the chain says about it.
alter table statements add column loss_transaction text;
alter table statements add column loss_wallet text;
-- How often the verifier was asked.
alter table statements add column loss_round int not null default 0;
alter table statements add column loss jsonb;

-- One transaction proves one loss, in one case.
create unique index statements_loss on statements (loss_transaction) where published_at is not null and loss_transaction is not null;

-- What the verifier has not answered yet, oldest first.
create index statements_loss_waiting on statements (held_at) where held_at is not null and hold_reason = 'loss';

-- The proven losses of a case.
create index statements_losses on statements (report_id) where published_at is not null and loss is not null;

-- The sums of the proven losses of a case, by asset; null without one.
create function reports.loss_totals(of_report int) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('mint', mint, 'decimals', decimals, 'amount', amount, 'losses', losses) order by losses desc, mint)
  from (
    select sent ->> 'mint' as mint, (sent ->> 'decimals')::int as decimals, sum((sent ->> 'amount')::numeric)::text as amount,
      count(distinct stated.id)::int as losses
    from reports.statements stated, jsonb_array_elements(stated.loss -> 'sent') sent
    where stated.report_id = of_report and stated.published_at is not null and stated.loss is not null
    group by 1, 2
  ) by_asset
$$;

-- What the payment sent to a burn wallet that has a key, in base units: it is part of the amount, and not burned.
alter table removal_claims add column sent numeric(39, 0) not null default 0;

-- Payments of before say it in the text of their rule. Whether the wallet had a key is not known, so nothing more than is certain is called burned.
update removal_claims set sent = least(amount, told.credited)
from (
  select id, (regexp_match(rule->>'seen', '^\d+ burned, (\d+) credited'))[1]::numeric as credited
  from removal_claims, jsonb_array_elements(rules) rule where rule->>'rule' = 'paid'
) told
where told.id = removal_claims.id and told.credited > 0 and amount is not null;

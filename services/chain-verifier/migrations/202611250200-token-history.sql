-- Every mint and burn wallet there has been, and since when: a payment to an address that was ours when it was sent counts.
create table token_changes (
  id bigint generated always as identity primary key,
  contract_address text not null,
  burn_wallet text not null,
  -- The first of all has been paid since ever.
  since timestamptz not null
);

-- What is known of the time before: each mint with its last wallet.
insert into token_changes (contract_address, burn_wallet, since)
select contract_address, burn_wallet_address, case when row_number() over (order by created_at, id) = 1 then to_timestamp(0) else created_at end
from list_token_config order by created_at, id;

-- What a payment sent to a burn wallet that has a key, in base units: it is part of the amount, and not burned.
alter table verifications add column sent numeric(39, 0) not null default 0;

-- What the payment sent to a burn wallet that has a key, in base units: it is part of the amount, and not burned.
alter table membership_claims add column sent numeric(39, 0) not null default 0;

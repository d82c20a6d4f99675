-- What an admin settled by hand, until the audit log and the ledger, which another service has, are told.
alter table membership_claims add column settlement jsonb;
create index membership_claims_settled on membership_claims (decided_at) where settlement is not null;

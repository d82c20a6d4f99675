-- A payment intent may be paid in parts, which its owner adds up; everything else is paid for once. Also serves findAccepted.
drop index verifications_accepted_subject;
create unique index verifications_accepted_subject on verifications (subject)
  where outcome = 'accepted' and purpose <> 'look' and demand->'fixed' is null;

-- An intent's key is looked for as long as the intent can be paid, and by the wallet that it names.
alter table requested_demands add column burn_wallet text, add column until timestamptz;

-- The keys that reporters got to the private pages of their reports and statements, hashed.
create table report_codes (
  kind text not null check (kind in ('report', 'statement')),
  subject_id int not null,
  code_hash bytea not null unique,
  withdrawn_at timestamptz,
  primary key (kind, subject_id)
);

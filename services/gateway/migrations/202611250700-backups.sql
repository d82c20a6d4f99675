-- When backups were complete, written by whatever makes them, so that metrics, the doctor and alerts tell the age of the last one.
create table backups (made_at timestamptz primary key default now());

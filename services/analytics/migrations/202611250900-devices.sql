-- Kinds of devices, counted like pages and referrers. Days before this migration have none.
create table daily_devices (day date, device text, visits bigint not null, primary key (day, device));

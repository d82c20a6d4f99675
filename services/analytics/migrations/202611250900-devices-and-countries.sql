-- Kinds of devices and countries, counted like pages and referrers. Days before this migration have none.
create table daily_devices (day date, device text, visits bigint not null, primary key (day, device));
create table daily_countries (day date, country text, visits bigint not null, primary key (day, country));

insert into admin_users (id, username, password_hash, password_version, role, created_at, last_login_at)
select id, username, password_hash, password_version, role, created_at, last_login_at from before.admin_users;

insert into users (id, username, password) select id, username, password from before.users;

insert into admin_log (id, at, admin, change, request_id, sent, status)
overriding system value
select id, at, admin, change, request_id, sent, status from before.queue_changes;

insert into kept_rate_limits (key, count, ends_at)
select 'challenge ' || id, 1, expires_at + interval '1 hour' from before.used_challenges;

-- The numbers of the log go on after the last that was given, whose row may be gone.
select setval(pg_get_serial_sequence('admin_log', 'id'), last_value, is_called) from before.queue_changes_id_seq;

insert into admin_users (id, username, password_hash, password_version, role, created_at, last_login_at)
select id, username, password_hash, password_version, role, created_at, last_login_at from before.admin_users;

insert into users (id, username, password) select id, username, password from before.users;

insert into queue_changes (id, at, admin, change, request_id, sent, status)
overriding system value
select id, at, admin, change, request_id, sent, status from before.queue_changes;

insert into kept_rate_limits (key, count, ends_at)
select 'challenge ' || id, 1, expires_at + interval '1 hour' from before.used_challenges;

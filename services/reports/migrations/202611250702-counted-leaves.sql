-- Leaves say how often an account was reported, and since when a post is gone: those of the log so far say less.
update ledger_head set ended_at = now() where ended_at is null;

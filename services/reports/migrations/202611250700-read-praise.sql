-- A moderator has read a praise, which gives it a seal.
alter table audit_log drop constraint audit_log_action_check, add constraint audit_log_action_check check (action in (
  'delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish', 'hold', 'set_status',
  'decide_statement', 'decide_appeal', 'write_to_account', 'confirm_account', 'decide_reply', 'check_post',
  'mark_handle', 'undo', 'allow_decisions', 'mark_read'
));

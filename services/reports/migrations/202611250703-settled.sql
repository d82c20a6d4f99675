-- What an admin settled by hand; a membership has no number here, and stands under its reference.
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish', 'hold', 'set_status',
    'decide_statement', 'decide_appeal', 'write_to_account', 'confirm_account', 'decide_reply', 'check_post',
    'mark_handle', 'undo', 'allow_decisions', 'mark_read', 'settle'
  )),
  drop constraint audit_log_subject_check,
  add constraint audit_log_subject_check check (subject in ('scammer_report', 'nice_report', 'moderator', 'membership'));

-- Keeps the audit log as it was written: refuses every change of a row, and emptying the table. The erasure of a person may remove what
-- identifies the person, and nothing else: it sets columns to null, or `before` and `after` to a mark.
-- Shown by: audit/append-only.test.ts
create or replace function keep_audit_log() returns trigger
language plpgsql as $$
declare
  removable text[] := '{actor_name,address,user_agent,entity_name,before,after}';
  mark jsonb := '{"erased": true}';
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('rollcall.erasing', true), '') = 'on'
    and to_jsonb(new) - removable = to_jsonb(old) - removable
    and (new.actor_name is null or new.actor_name = old.actor_name)
    and (new.address is null or new.address = old.address)
    and (new.user_agent is null or new.user_agent = old.user_agent)
    and (new.entity_name is null or new.entity_name = old.entity_name)
    and (new.before is not distinct from old.before or new.before = mark)
    and (new.after is not distinct from old.after or new.after = mark)
  then
    return new;
  end if;
  raise exception 'The audit log only grows: no row of it may be changed or removed' using errcode = '42501', table = 'audit_log';
end
$$;

-- Refuses to delete entries of the audit log that are not past the retention of their organization, or of which there is none.
-- Shown by: audit/append-only.test.ts
create or replace function keep_audit_log_entries() returns trigger
language plpgsql as $$
begin
  if exists (
    select
    from old_rows e
    join organizations o on o.id = e.org_id
    where e.at >= now() - make_interval(days => o.audit_retention_days) or o.audit_retention_days is null
  ) then
    raise exception 'The audit log only grows: no row of it may be changed or removed before its retention'
      using errcode = '42501', table = 'audit_log';
  end if;
  return null;
end
$$;

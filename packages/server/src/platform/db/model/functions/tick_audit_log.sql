-- Marks the days of entries of the audit log that are added, erased or deleted, in the time zone of their organization, so that readers
-- of the dataset see that they changed. It only inserts: administrators never wait for each other.
-- Shown by: audit/dataset.test.ts
create or replace function tick_audit_log() returns trigger
language plpgsql as $$
begin
  execute '
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct e.org_id, ''audit'', (e.at at time zone o.time_zone)::date, ''corrected''
    from entries e
    cross join lateral (select time_zone from organizations where id = e.org_id offset 0) o';
  return null;
end
$$;

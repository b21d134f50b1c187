-- Creates the missing partitions of a month. Concurrent calls are safe. If the partitions exist, a call costs a few catalog
-- look-ups.
-- Shown by: db/partitions.test.ts
create or replace function ensure_event_partitions(month date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', month)::date;
  next_month date := (date_trunc('month', month) + interval '1 month')::date;
  parent text;
  child text;
begin
  if first_day < '2015-01-01' then
    return;
  end if;
  foreach parent in array array['presence_events', 'occupancy_events', 'user_actions'] loop
    child := parent || to_char(first_day, '_YYYY_MM');
    if to_regclass(child) is null then
      perform pg_advisory_xact_lock(hashtext('rollcall.event_partitions'));
      execute format(
        'create table if not exists %I partition of %I for values from (%L) to (%L)',
        child, parent, first_day, next_month
      );
    end if;
  end loop;
end
$$;

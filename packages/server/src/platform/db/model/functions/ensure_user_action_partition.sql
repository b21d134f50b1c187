-- Creates the partition of the log for a month if it is missing. Partitions are created ahead of time (db/partitions.ts), so this
-- only matters for a database that no server used for months. It creates no partitions of events, because that would block the
-- table for all others until the end of the transaction.
create or replace function ensure_user_action_partition(month date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', month)::date;
  child text := 'user_actions' || to_char(first_day, '_YYYY_MM');
begin
  if to_regclass(child) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('rollcall.event_partitions'));
  execute format(
    'create table if not exists %I partition of user_actions for values from (%L) to (%L)',
    child, first_day, (first_day + interval '1 month')::date
  );
end
$$;

-- Makes sure that the log has a partition for the month. They are made ahead of time (db/partitions.ts), so this is for a database
-- that nobody has served for months. Those of events are left alone: whoever makes one keeps everybody from the table until
-- the end of the transaction.
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

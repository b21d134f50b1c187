-- Keeps when a day of a user last lost something that leaves no row behind (day_removals). The argument is the column of the day.
-- Fires after the triggers that release bookings, by the order of the names, so holding a row here never waits for a booking.
-- Shown by: warehouse/updated-at.test.ts
create or replace function remember_removals() returns trigger
language plpgsql as $$
declare
  gone text := format('select org_id, user_id, %I as day from old_rows', tg_argv[0]);
begin
  if tg_op = 'UPDATE' then
    if not exists (select from new_rows where status = 'cancelled') then
      return null;
    end if;
    gone := $query$
      select org_id, id, user_id, day from old_rows where status = 'booked'
      intersect
      select org_id, id, user_id, day from new_rows where status = 'cancelled'
    $query$;
  end if;
  execute format(
    'insert into day_removals (org_id, user_id, day)
     select distinct org_id, user_id, day from (%s) gone
     order by org_id, day, user_id
     on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at', gone);
  return null;
end
$$;

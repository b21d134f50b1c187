-- Reopens published days that are not over in a corrected time zone; they are published as corrected when they are over. The
-- trigger on presence marks the days of events that move.
-- Shown by: refresh/refresh.test.ts
create or replace function reopen_days_of_time_zone() returns trigger
language plpgsql as $$
declare
  reopened record;
begin
  if tg_table_name = 'locations' then
    if not exists (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) then
      return null;
    end if;
    for reopened in execute $query$
      update published_locations p
      set published_through = (now() at time zone n.time_zone)::date - 1, reopened_at = clock_timestamp()
      from (select org_id, id, time_zone from new_rows except select org_id, id, time_zone from old_rows) n
      where p.org_id = n.org_id and p.location_id = n.id and p.published_through >= (now() at time zone n.time_zone)::date
      returning p.org_id, p.published_through + 1 as first_day
    $query$
    loop
      perform tick_directory(reopened.org_id, reopened.first_day);
    end loop;
  else
    if not exists (select id, time_zone from new_rows except select id, time_zone from old_rows) then
      return null;
    end if;
    for reopened in execute $query$
      update published_locations p
      set published_through = (now() at time zone n.time_zone)::date - 1, reopened_at = clock_timestamp()
      from (select id, time_zone from new_rows except select id, time_zone from old_rows) n
      where p.org_id = n.id and p.location_id = '00000000-0000-0000-0000-000000000000'
        and p.published_through >= (now() at time zone n.time_zone)::date
      returning p.org_id, p.published_through + 1 as first_day
    $query$
    loop
      perform tick_directory(reopened.org_id, reopened.first_day);
    end loop;
  end if;
  return null;
end
$$;

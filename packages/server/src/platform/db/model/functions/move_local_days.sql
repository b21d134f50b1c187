-- Moves the events of a location to other days when its time zone is corrected, or its day begins at another hour, because a day is the
-- local day of the location (domain §1 and §12). Reads all events of the organization: an index on locations would slow down every ingest for a rare
-- correction.
-- Shown by: day-changes/presence.test.ts
create or replace function move_local_days(org uuid, location uuid, zone text, start_hour integer) returns void
language plpgsql as $$
declare
  events text;
begin
  -- Of days that are published already the refresh says when their rows changed.
  execute $query$
    insert into day_removals (org_id, user_id, day)
    select distinct e.org_id, e.user_id, e.local_day
    from presence_events e
    left join published_locations p on p.org_id = e.org_id and p.location_id = e.location_id
    where e.org_id = $1 and e.location_id = $2 and e.local_day <> local_day(e.occurred_at, $3, $4)
      and (p.published_through is null or e.local_day > p.published_through)
    order by 1, 3, 2
    on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at
  $query$
  using org, location, zone, start_hour;
  foreach events in array array['presence_events', 'occupancy_events', 'visitor_events'] loop
    execute format(
      'update %I
       set local_day = local_day(occurred_at, $3, $4)
       where org_id = $1 and location_id = $2 and local_day <> local_day(occurred_at, $3, $4)', events)
    using org, location, zone, start_hour;
  end loop;
  insert into location_presence as p (org_id, location_id, first_day)
  select org, location, min(local_day)
  from presence_events
  where org_id = org and location_id = location
  having count(*) > 0
  on conflict (org_id, location_id) do update
  set first_day = excluded.first_day, changed_at = clock_timestamp()
  where p.first_day <> excluded.first_day;
end
$$;

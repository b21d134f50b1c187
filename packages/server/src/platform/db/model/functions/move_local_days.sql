-- Moves the events of a location to other days when its time zone is corrected, because a day is the local calendar day of the
-- location (domain §1). Reads all events of the organization: an index on locations would slow down every ingest for a rare
-- correction.
-- Shown by: day-changes/presence.test.ts
create or replace function move_local_days() returns trigger
language plpgsql as $$
declare
  moved record;
  events text;
begin
  for moved in
    select z.org_id, z.id, z.time_zone, z.time_zone_before
    from (
      select r.org_id, r.id, max(r.time_zone) filter (where r.is_new) as time_zone,
        max(r.time_zone) filter (where not r.is_new) as time_zone_before
      from (
        select org_id, id, time_zone, true as is_new from new_rows
        union all
        select org_id, id, time_zone, false from old_rows
      ) r
      group by r.org_id, r.id
    ) z
    where z.time_zone <> z.time_zone_before
    order by z.org_id, z.id
  loop
    insert into location_changes (org_id, location_id, kind, before, after)
    values (moved.org_id, moved.id, 'timeZone', moved.time_zone_before, moved.time_zone);
    -- For published days, the refresh records when their rows changed.
    execute $query$
      insert into day_removals (org_id, user_id, day)
      select distinct e.org_id, e.user_id, e.local_day
      from presence_events e
      left join published_locations p on p.org_id = e.org_id and p.location_id = e.location_id
      where e.org_id = $1 and e.location_id = $2 and e.local_day <> (e.occurred_at at time zone $3)::date
        and (p.published_through is null or e.local_day > p.published_through)
      order by 1, 3, 2
      on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at
    $query$
    using moved.org_id, moved.id, moved.time_zone;
    foreach events in array array['presence_events', 'occupancy_events', 'visitor_events'] loop
      execute format(
        'update %I
         set local_day = (occurred_at at time zone $3)::date
         where org_id = $1 and location_id = $2 and local_day <> (occurred_at at time zone $3)::date', events)
      using moved.org_id, moved.id, moved.time_zone;
    end loop;
    insert into location_presence as p (org_id, location_id, first_day)
    select moved.org_id, moved.id, min(local_day)
    from presence_events
    where org_id = moved.org_id and location_id = moved.id
    having count(*) > 0
    on conflict (org_id, location_id) do update
    set first_day = excluded.first_day
    where p.first_day <> excluded.first_day;
  end loop;
  return null;
end
$$;

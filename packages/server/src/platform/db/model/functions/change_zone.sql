-- Keeps the capacity of a neighborhood at or above what is booked of it, today or later, and keeps the kind of a zone that has
-- bookings. The row is locked by now, and bookings lock it while they are counted, so none can slip past. Then as rename_row.
-- Shown by: places/rules.test.ts, day-changes/names-and-settings.test.ts
create or replace function change_zone() returns trigger
language plpgsql as $$
declare
  broken text;
begin
  if (new.kind, new.capacity) is distinct from (old.kind, old.capacity) then
    select case when new.kind <> old.kind then 'zones_kind_in_use' else 'zones_capacity_in_use' end
    into broken
    from levels v
    join locations l on l.org_id = v.org_id and l.id = v.location_id
    join zone_days t on t.org_id = new.org_id and t.zone_id = new.id
    where v.org_id = new.org_id and v.id = new.level_id and t.day >= local_day(now(), l.time_zone, l.day_start_hour)
      and case when new.kind <> old.kind then t.taken > 0 else is_zone_over_capacity(new.kind, new.capacity, t.taken) end
    limit 1;
    if found then
      raise exception 'Zone % has bookings that its new kind or capacity does not allow', new.id
        using errcode = '23514', table = 'zones', constraint = broken;
    end if;
  end if;
  if (new.name, new.level_id) is distinct from (old.name, old.level_id) then
    perform mark_names(new.org_id);
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end
$$;

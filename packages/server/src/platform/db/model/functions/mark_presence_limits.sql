-- Marks the days between the old and the new limits of presence reports that an administrator set for a location, and keeps the
-- change for explanations. A planned user who was not seen is a no-show within the limits, and unconfirmed outside of them.
-- Shown by: day-changes/names-and-settings.test.ts
create or replace function mark_presence_limits(earlier locations, later locations) returns void
language plpgsql as $$
declare
  first_presence date := (
    select p.first_day from location_presence p where p.org_id = later.org_id and p.location_id = later.id
  );
  moved record;
begin
  for moved in
    select least(l.was, l.will) as first_day, greatest(l.was, l.will) - 1 as last_day
    from (
      select coalesce(earlier.presence_from, first_presence, 'infinity') as was,
        coalesce(later.presence_from, first_presence, 'infinity') as will
    ) l
    where later.presence_from is distinct from earlier.presence_from and l.was <> l.will
    union all
    select least(l.was, l.will) + 1, greatest(l.was, l.will)
    from (
      select coalesce(earlier.presence_until, 'infinity') as was, coalesce(later.presence_until, 'infinity') as will
    ) l
    where later.presence_until is distinct from earlier.presence_until
  loop
    perform tick_directory(later.org_id, moved.first_day, moved.last_day);
    insert into location_changes (org_id, location_id, kind, first_day, last_day, before, after)
    values (
      later.org_id, later.id, 'presenceWindow', moved.first_day, moved.last_day,
      reporting_text(earlier.presence_from, earlier.presence_until), reporting_text(later.presence_from, later.presence_until)
    );
  end loop;
end
$$;

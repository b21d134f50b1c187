-- Refuses a gathering in a space that another gathering has at that time; past gatherings may overlap. This is a trigger because an
-- exclusion constraint needs an extension that some databases do not allow. Locks the space until the commit, so concurrent
-- gatherings wait and then see each other.
-- Shown by: events/rooms.test.ts
create or replace function check_event_space() returns trigger
language plpgsql as $$
declare
  other record;
begin
  if new.space_id is null or new.status <> 'scheduled' or new.ends_at <= now() then
    return null;
  end if;
  perform from spaces s where s.org_id = new.org_id and s.id = new.space_id for no key update;
  select e.is_private, e.name, e.starts_at at time zone l.time_zone as begins, e.ends_at at time zone l.time_zone as ends
  into other
  from workplace_events e
  join locations l on l.org_id = e.org_id and l.id = e.location_id
  where e.org_id = new.org_id and e.space_id = new.space_id and e.id <> new.id and e.status = 'scheduled'
    and e.ends_at > new.starts_at and e.starts_at < new.ends_at
  order by e.starts_at
  limit 1;
  if not found then
    return null;
  end if;
  raise exception 'the space is taken' using
    errcode = 'exclusion_violation',
    constraint = 'workplace_events_one_per_space',
    detail = format(
      '%s has it from %s to %s. Choose another room or time.',
      case when other.is_private then 'A private gathering' else format('The gathering "%s"', other.name) end,
      to_char(other.begins, 'YYYY-MM-DD HH24:MI'),
      to_char(other.ends, case when other.begins::date = other.ends::date then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end)
    );
end
$$;

-- Refuses a gathering in a space that another gathering has at that time; past gatherings may overlap. This is a trigger because an
-- exclusion constraint needs an extension that some databases do not allow. Locks the space until the commit, so concurrent
-- gatherings wait and then see each other.
-- Shown by: events/rooms.test.ts
create or replace function check_event_space(event workplace_events) returns void
language plpgsql as $$
declare
  other record;
begin
  if event.space_id is null or event.status <> 'scheduled' or event.ends_at <= now() then
    return;
  end if;
  perform from spaces s where s.org_id = event.org_id and s.id = event.space_id for no key update;
  select e.is_private, e.name, e.starts_at at time zone l.time_zone as begins, e.ends_at at time zone l.time_zone as ends
  into other
  from workplace_events e
  join locations l on l.org_id = e.org_id and l.id = e.location_id
  where e.org_id = event.org_id and e.space_id = event.space_id and e.id <> event.id and e.status = 'scheduled'
    and e.ends_at > event.starts_at and e.starts_at < event.ends_at
  order by e.starts_at
  limit 1;
  if not found then
    return;
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

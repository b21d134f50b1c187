-- Removes the plans and bookings after today of users who become inactive (domain §2). They keep their past.
-- Shown by: plans/consequences.test.ts
create or replace function release_bookings_of_leavers() returns trigger
language plpgsql as $$
declare
  orgs uuid[];
  leavers uuid[];
  released record;
  command uuid := gen_random_uuid();
begin
  if not exists (select from new_rows where status = 'inactive') then
    return null;
  end if;
  select array_agg(n.org_id), array_agg(n.id)
  into orgs, leavers
  from (
    select org_id, id from new_rows where status = 'inactive'
    except
    select org_id, id from old_rows where status = 'inactive'
  ) n;
  if leavers is null then
    return null;
  end if;
  -- Signed first, so that the log says who removed them.
  execute $query$
    update day_plans d
    set changed_by = 'directory', changed_by_user_id = null, reason = 'directory', command_id = $3
    from unnest($1, $2) n (org_id, id)
    cross join lateral (
      select c.today from user_calendars c where c.org_id = n.org_id and c.user_id = n.id offset 0
    ) c
    where d.org_id = n.org_id and d.user_id = n.id and d.day > c.today
  $query$
  using orgs, leavers, command;
  execute $query$
    delete from day_plans d
    using unnest($1, $2) n (org_id, id)
    where d.org_id = n.org_id and d.user_id = n.id and d.command_id = $3
  $query$
  using orgs, leavers, command;
  -- What is left was booked without a plan, or where the day is another one.
  for released in execute $query$
    select b.org_id, array_agg(b.id) as ids
    from unnest($1, $2) n (org_id, id)
    cross join lateral (
      select b.org_id, b.id
      from bookings b
      join locations l on l.org_id = b.org_id and l.id = b.location_id
      where b.org_id = n.org_id and b.user_id = n.id and b.status = 'booked'
        and b.day > (now() at time zone l.time_zone)::date
      offset 0
    ) b
    group by b.org_id
  $query$
  using orgs, leavers
  loop
    perform cancel_for_directory(released.org_id, released.ids, 'directory');
  end loop;
  return null;
end
$$;

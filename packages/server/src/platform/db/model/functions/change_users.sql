-- What a statement does to users, for all of its rows and in this order: where they belonged before, the names they had, and the days
-- that show their name. The day of a move is today at the location that the user leaves; the first move of a day keeps what was before
-- all of them. A change of letter case is no former name, as searches ignore case, nor is a name that was filled in for the first time;
-- an import calls users by their ids while they swap names. No day that shows a user is older than the row of the user.
-- What an erasure replaces is not to be remembered, and it marks days by itself.
-- Shown by: day-changes/moves.test.ts, privacy/former-names.test.ts, day-changes/names-and-settings.test.ts
create or replace function change_users() returns trigger
language plpgsql
set jit = off
as $$
declare
  moves user_moves[];
  gained user_moves[];
  replaced former_names[];
  renamed record;
begin
  execute $query$
    select
      array_agg(row(
        n.org_id, n.id, t.today,
        coalesce(o.primary_location_id, n.primary_location_id), coalesce(o.primary_group_id, n.primary_group_id)
      )::user_moves) filter (
        where o.primary_location_id is distinct from n.primary_location_id and o.primary_location_id is not null
          or o.primary_group_id is distinct from n.primary_group_id and o.primary_group_id is not null
      ),
      array_agg(row(n.org_id, n.id, t.today, n.primary_location_id, n.primary_group_id)::user_moves) filter (
        where o.primary_location_id is null and n.primary_location_id is not null
          or o.primary_group_id is null and n.primary_group_id is not null
      )
    from new_rows n
    join old_rows o on o.org_id = n.org_id and o.id = n.id
    join organizations z on z.id = n.org_id
    left join locations l on l.org_id = o.org_id and l.id = o.primary_location_id
    cross join lateral (select local_day(now(), coalesce(l.time_zone, z.time_zone), coalesce(l.day_start_hour, 0)) as today) t
    where (n.primary_location_id, n.primary_group_id) is distinct from (o.primary_location_id, o.primary_group_id)
  $query$
  into moves, gained;
  if moves is not null or gained is not null then
    perform record_user_moves(moves, gained);
  end if;
  if current_setting('rollcall.erasing', true) = 'on' then
    return null;
  end if;

  -- A full join has no nested loop, and keeps none from the first calls, which change one user.
  select array_agg(row(o.org_id, o.id, 0, o.user_name, o.email, o.first_name, o.last_name, now())::former_names) filter (
    where lower(o.user_name) <> lower(n.user_name) and o.user_name <> o.id::text
      or o.email <> '' and lower(o.email) is distinct from lower(n.email)
      or o.first_name <> '' and lower(o.first_name) is distinct from lower(n.first_name)
      or o.last_name <> '' and lower(o.last_name) is distinct from lower(n.last_name)
  )
  into replaced
  from new_rows n
  full join old_rows o on o.org_id = n.org_id and o.id = n.id;
  if replaced is not null then
    perform record_former_names(replaced);
  end if;
  for renamed in
    select org_id, min(created_at) as since
    from (
      select org_id, id, created_at, user_name from new_rows
      except
      select org_id, id, created_at, user_name from old_rows
    ) n
    group by org_id
  loop
    perform tick_directory(renamed.org_id, since => renamed.since);
  end loop;
  return null;
end
$$;

-- Keeps where users belonged when they move to another location or group: `moves` is what was before, `gained` what a user has for the
-- first time, or again after having had none. 10,000 users who move at once take 0.6 s.
create or replace function record_user_moves(moves user_moves[], gained user_moves[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  changed record;
begin
  if moves is not null then
    -- A move is never before an earlier one: at the previous location it may already have been tomorrow. All moves are looked up
    -- before the first is written: otherwise the table, which grows meanwhile, would be read from end to end for each.
    execute $query$
      select array_agg(row(
        m.org_id, m.user_id, greatest(m.before, latest.before), m.primary_location_id, m.primary_group_id
      )::user_moves)
      from unnest($1) m
      cross join lateral (
        select max(k.before) as before from user_moves k where k.org_id = m.org_id and k.user_id = m.user_id
      ) latest
    $query$
    into moves
    using moves;
    insert into user_moves (org_id, user_id, before, primary_location_id, primary_group_id)
    select m.org_id, m.user_id, m.before, m.primary_location_id, m.primary_group_id
    from unnest(moves) m
    on conflict do nothing;
    -- Locations further east may already have published these days.
    for changed in select m.org_id, min(m.before) as first_day from unnest(moves) m group by m.org_id loop
      perform tick_directory(changed.org_id, first_day => changed.first_day);
    end loop;
  end if;

  if gained is not null then
    execute $query$
      update user_moves m
      set primary_location_id = coalesce(m.primary_location_id, g.primary_location_id),
        primary_group_id = coalesce(m.primary_group_id, g.primary_group_id)
      from unnest($1) g
      where m.org_id = g.org_id and m.user_id = g.user_id
        and (m.primary_location_id is null and g.primary_location_id is not null
          or m.primary_group_id is null and g.primary_group_id is not null)
    $query$
    using gained;
    for changed in execute $query$
      select g.org_id, min(u.created_at) as since
      from unnest($1) g
      cross join lateral (
        select u.created_at from users u where u.org_id = g.org_id and u.id = g.user_id offset 0
      ) u
      group by g.org_id
    $query$
    using gained
    loop
      perform tick_directory(changed.org_id, since => changed.since);
    end loop;
  end if;
end
$$;

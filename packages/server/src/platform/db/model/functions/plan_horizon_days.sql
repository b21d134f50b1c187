-- Gives the days of the horizons of active users that have no day plan one from the week plan; time off takes precedence. One
-- look-up by key for each user and day, planned anew in each call.
-- Shown by: plans/horizon-at-once.test.ts
create or replace function plan_horizon_days(
  org uuid, users_to_plan uuid[], by changed_by, by_user uuid, because text, command uuid
) returns table (user_id uuid, day date, plan text)
language plpgsql as $$
begin
  return query execute $query$
    insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, changed_by_user_id, reason, command_id)
    select $1, i.user_id, d.day, case when o.is_off then 'a' else w.plan end,
      case when w.plan = 'o' and not o.is_off then w.location_id end, case when o.is_off then 'time-off' else 'week-plan' end,
      $3, $4, $5, $6
    from unnest($2) i (user_id)
    cross join lateral (
      select from users u where u.org_id = $1 and u.id = i.user_id and u.status = 'active' offset 0
    ) u
    cross join lateral (
      select c.today, c.horizon_end from user_calendars c where c.org_id = $1 and c.user_id = i.user_id offset 0
    ) c
    cross join lateral (
      select c.today + n as day from generate_series(0, c.horizon_end - c.today) n
    ) d
    cross join lateral (
      select w.plan, w.location_id
      from week_plans w
      where w.org_id = $1 and w.user_id = i.user_id and w.weekday = extract(isodow from d.day)
      offset 0
    ) w
    cross join lateral (select is_announced_off($1, i.user_id, d.day) as is_off offset 0) o
    order by i.user_id, d.day
    on conflict do nothing
    returning user_id, day, plan
  $query$
  using org, users_to_plan, by, by_user, because, command;
end
$$;

-- Marks the days on which live bookings changed as dirty. For each user and day that lost a booking it records the time, so that
-- `updated_at` of the attendance increases. Locks these rows, after the bookings themselves.
-- Shown by: day-changes/plans-and-events.test.ts, warehouse/updated-at.test.ts
create or replace function mark_days_of_bookings(changes booking_change[]) returns void
language plpgsql as $$
begin
  insert into day_change_ticks (org_id, topic, day, reason)
  select distinct b.org_id, 'plans', b.day, 'corrected'
  from unnest(changes) c
  cross join lateral (select (coalesce(c.after, c.before)).*) b
  where booking_has_changed(c) or booking_is_live(c.after) and (c.before).updated_at <> (c.after).updated_at;

  insert into day_removals (org_id, user_id, day)
  select distinct b.org_id, b.user_id, b.day
  from unnest(changes) c
  cross join lateral (select (coalesce(c.after, c.before)).*) b
  where (c.after).id is null or booking_is_live(c.before) and not booking_is_live(c.after)
  order by b.org_id, b.day, b.user_id
  on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at;
end
$$;

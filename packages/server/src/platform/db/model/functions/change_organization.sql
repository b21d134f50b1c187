-- What follows from a changed organization. All nodes forget what they cached of it. Another time zone decides when days without a
-- location are over: it says since when, and opens those again that are not. Subscribed reports keep their local time.
-- Shown by: http/tokens.test.ts, refresh/refresh.test.ts, warehouse/updated-at.test.ts, views/reports.test.ts
create or replace function change_organization() returns trigger
language plpgsql as $$
begin
  perform pg_notify('rollcall_access', new.id::text);
  if tg_op = 'UPDATE' and new.time_zone <> old.time_zone then
    new.time_zone_changed_at := clock_timestamp();
    perform reopen_days_of_time_zone(new.id, '00000000-0000-0000-0000-000000000000', new.time_zone, 0);
    update view_subscriptions
    set next_at = ((next_at at time zone old.time_zone)::date + time_of_day::time) at time zone new.time_zone
    where org_id = new.id;
  end if;
  return new;
end
$$;

-- What follows from a changed organization. All nodes forget what they cached of it. Another time zone decides when days without a
-- location are over: it says since when, and opens those again that are not.
-- Shown by: http/tokens.test.ts, refresh/refresh.test.ts, warehouse/updated-at.test.ts
create or replace function change_organization() returns trigger
language plpgsql as $$
begin
  perform pg_notify('rollcall_access', new.id::text);
  if tg_op = 'UPDATE' and new.time_zone <> old.time_zone then
    new.time_zone_changed_at := clock_timestamp();
    perform reopen_days_of_time_zone(new.id, '00000000-0000-0000-0000-000000000000', new.time_zone, 0);
  end if;
  return new;
end
$$;

-- What a statement does to bookings, for all of its rows and in this order: the rules, the counters with the capacity of zones, the
-- log, the live view, and the marks of days to publish. A booking keeps its id, its user and its day.
-- Old and new rows meet by a hash join alone, as the plan that a session keeps has to suit one row and 10,000.
-- Shown by: bookings/booking-rules.test.ts, bookings/booking-concurrency.test.ts
create or replace function change_bookings() returns trigger
language plpgsql
set enable_nestloop = off set enable_hashjoin = on set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  changes booking_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(null, n)::booking_change) into changes from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o, null)::booking_change) into changes from old_rows o;
  else
    select array_agg(row(o, n)::booking_change)
    into changes
    from old_rows o
    join new_rows n on n.org_id = o.org_id and n.id = o.id and n.user_id = o.user_id and n.day = o.day;
    if coalesce(cardinality(changes), 0) <> (select count(*) from new_rows) then
      raise exception 'A booking keeps its id, its user and its day';
    end if;
  end if;
  if changes is null then
    return null;
  end if;
  perform check_bookings(changes);
  perform count_bookings(changes);
  -- Anonymizing removes rows that are already published, and records itself what it does.
  if tg_op <> 'DELETE' or not is_anonymizing() then
    perform log_bookings(changes);
    perform notify_live_bookings(changes);
    perform mark_days_of_bookings(changes);
  end if;
  return null;
end
$$;

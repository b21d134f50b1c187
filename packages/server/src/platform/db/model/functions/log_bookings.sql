-- Writes a log entry for each booking that a statement created, moved, canceled or checked in (domain §4, §14), in the same transaction.
-- Refuses a change without a new command.
-- Shown by: change-log/dataset.test.ts, check-in/check-in.test.ts
create or replace function log_bookings(changes booking_change[]) returns void
language plpgsql as $$
declare
  logged booking_change[];
  moment timestamptz := clock_timestamp();
begin
  select array_agg(c) into logged from unnest(changes) c where booking_has_changed(c) or booking_is_checked_in(c);
  if logged is null then
    return;
  end if;
  if exists (select from unnest(logged) c where (c.before).command_id = (c.after).command_id) then
    perform refuse_unsigned_change('bookings');
  end if;
  perform ensure_user_action_partition((moment at time zone 'UTC')::date);
  insert into user_actions (
    org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, changed_by_user_id, reason, before, after
  )
  select b.org_id, b.user_id, (moment at time zone 'UTC')::date, moment, action_id(b.command_id, b.user_id, b.day), b.day,
    case
      when not booking_is_live(c.after) then 'cancelled'
      when booking_is_checked_in(c) then 'checkedIn'
      when booking_is_live(c.before) then 'moved'
      else 'booked'
    end,
    b.changed_by, b.changed_by_user_id, b.reason,
    case when booking_is_live(c.before) then booked_node(c.before) end,
    case when booking_is_live(c.after) then booked_node(c.after) end
  from unnest(logged) c
  cross join lateral (select (coalesce(c.after, c.before)).*) b;
end
$$;

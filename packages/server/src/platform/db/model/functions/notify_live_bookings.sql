-- Notifies the server processes of changed live bookings at watched locations when the transaction commits, whatever writes them.
-- Where no location is watched, this is one look into an empty table per statement. A payload has room for 8,000 bytes; a booking
-- takes 215 of them.
-- Shown by: live/stream.test.ts
create or replace function notify_live_bookings(changes booking_change[]) returns void
language plpgsql as $$
begin
  if not exists (select from live_watches where watched_until > clock_timestamp()) then
    return;
  end if;
  execute $query$
    select pg_notify('rollcall_live', json_build_object(
      'orgId', page.org_id, 'locationId', page.location_id, 'events', page.events)::text)
    from (
      select e.org_id, e.location_id, json_agg(json_build_object(
          'type', 'booking', 'userId', e.user_id, 'isHidden', e.is_hidden, 'day', e.day, 'status', e.status,
          'zoneId', e.zone_id, 'placeId', e.place_id) order by e.position) as events
      from (
        select c.*, u.visibility = 'nobody' as is_hidden,
          row_number() over (partition by c.org_id, c.location_id order by c.user_id, c.day, c.status desc) as position
        from (
          -- Lists new bookings and ended ones. A move within the location is one event, for the new place.
          select (x.after).org_id, (x.after).location_id, (x.after).user_id, (x.after).day, 'booked' as status,
            (x.after).zone_id, (x.after).place_id
          from unnest($1) x
          where booking_has_changed(x) and booking_is_live(x.after)
          union all
          select (x.before).org_id, (x.before).location_id, (x.before).user_id, (x.before).day, 'cancelled',
            (x.before).zone_id, (x.before).place_id
          from unnest($1) x
          where booking_has_changed(x) and booking_is_live(x.before)
            and not (booking_is_live(x.after) and (x.after).location_id = (x.before).location_id)
        ) c
        cross join lateral (
          select
          from live_watches w
          where w.org_id = c.org_id and w.location_id = c.location_id and w.watched_until > clock_timestamp()
          offset 0
        ) w
        cross join lateral (
          select u.visibility from users u where u.org_id = c.org_id and u.id = c.user_id offset 0
        ) u
      ) e
      group by e.org_id, e.location_id, (e.position - 1) / 30
      order by min(e.position)
    ) page
  $query$
  using changes;
end
$$;

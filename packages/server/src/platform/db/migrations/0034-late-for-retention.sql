-- What retention has not seen to yet, by day: so that what comes for days it has passed already is found by a few look-ups.

alter table visitor_events
  add is_anonymous boolean not null default false;
alter table visits
  add is_anonymous boolean not null default false;
update visitor_events
set is_anonymous = true
where event_id like 'erased-%' and coalesce(visitor_name ~ '^visitor-[0-9a-f]{8}-[0-9a-f]{4}$', true)
  and coalesce(visitor_email like '%@erased.invalid', true);
update visits
set is_anonymous = true
where visitor_name ~ '^visitor-[0-9a-f]{8}-[0-9a-f]{4}$' and coalesce(visitor_email like '%@erased.invalid', true);

create index visitor_events_known on visitor_events (org_id, local_day) where not is_anonymous;
create index visits_known on visits (org_id, day) where not is_anonymous;
create index day_plans_signed on day_plans (org_id, day) where changed_by_user_id is not null or reason is not null;
create index bookings_signed on bookings (org_id, day) where changed_by_user_id is not null or reason is not null;
create index parking_bookings_signed on parking_bookings (org_id, day) where changed_by_user_id is not null;
create index time_off_events_start on time_off_events (org_id, start_date);

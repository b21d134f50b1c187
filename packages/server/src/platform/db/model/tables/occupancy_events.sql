-- What sensors reported about spaces and places. It is append-only, and has the partitions and the key of presence_events.
create table occupancy_events (
  org_id uuid not null,
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  local_day date not null,
  location_id uuid not null,
  node_type text not null,
  node_id uuid not null,
  -- Whether it was occupied.
  occupied boolean not null,
  -- How many people were counted; null if the sensor does not count.
  occupancy integer,
  primary key (org_id, utc_day, source_no, event_id)
) partition by range (utc_day);
create table occupancy_events_before_2015 partition of occupancy_events for values from (minvalue) to ('2015-01-01');

-- Finds the blocks of a day, as that of presence_events does.
create index occupancy_events_local_day on occupancy_events using brin (local_day) with (pages_per_range = 32, autosummarize = on);

-- Finds what sensors reported about one space on some days. It covers only spaces: there are many more places, and nothing reads one.
create index occupancy_events_of_space on occupancy_events (org_id, node_id, utc_day) where node_type = 'space';

create trigger t60_mark_days_delete after delete on occupancy_events referencing old table as old_rows
for each statement when (not is_anonymizing())
execute function tick_days(
  'analytics', 'local_day',
  'utc_day, source_no, event_id, occurred_at, location_id, node_type, node_id, occupied', 'true'
);
create trigger t60_mark_days_update after update on occupancy_events referencing old table as old_rows new table as new_rows
for each statement
execute function tick_days(
  'analytics', 'local_day',
  'utc_day, source_no, event_id, occurred_at, location_id, node_type, node_id, occupied', 'true'
);

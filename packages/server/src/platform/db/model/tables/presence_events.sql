-- Who was seen where. It is append-only, and partitioned by UTC month so that retention drops partitions.
-- It has no foreign keys: users and nodes are never deleted, and a check per row would cost more than the insert.
-- The primary key is the identity of an event (contract §3) and leads with the day, so inserts stay local.
create table presence_events (
  org_id uuid not null,
  utc_day date not null,
  source_no integer not null,
  event_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- The location's local calendar day: the day this counts for.
  local_day date not null,
  -- Who was seen.
  user_id uuid not null,
  location_id uuid not null,
  node_type text not null,
  node_id uuid not null,
  -- What the source calls the user; null if it gave no name.
  source_user_id text,
  primary key (org_id, utc_day, source_no, event_id)
) partition by range (utc_day);
-- Months before 2015 share one partition, so that a long history cannot create thousands of partitions.
create table presence_events_before_2015 partition of presence_events for values from (minvalue) to ('2015-01-01');

-- A day is a few ranges of blocks of its month, because events are stored as they come: a refresh reads these, and not the whole month.
-- It has an entry for 32 blocks, so it costs an insert and the disk next to nothing.
create index presence_events_local_day on presence_events using brin (local_day) with (pages_per_range = 32, autosummarize = on);

create trigger t50_remove after delete on presence_events referencing old table as old_rows
for each statement when (not is_anonymizing()) execute function remove_presence();
create trigger t60_mark_days_update after update on presence_events referencing old table as old_rows new table as new_rows
for each statement
execute function tick_days(
  'presence', 'local_day',
  'utc_day, source_no, event_id, occurred_at, received_at, user_id, location_id, node_type, node_id, source_user_id', 'true'
);

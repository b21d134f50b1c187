-- Changes that are not yet added to day_changes: one row per statement and day. Rows are only inserted, so that writers never wait
-- for each other. A reader of the state counts these rows as well.
create table day_change_ticks (
  org_id uuid not null,
  -- What changed, as in day_changes.
  topic text not null,
  day date not null,
  -- Why, as in day_changes.
  reason text not null,
  -- Distinguishes rows of one day.
  tick_no bigint not null generated always as identity,
  -- When it was changed.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, topic, tick_no)
);

-- Changes that are not added up yet: one row per statement and day, only ever inserted, so that writers never wait for each
-- other. Readers of a state count these too.
create table day_change_ticks (
  org_id uuid not null,
  -- What changed, as in day_changes.
  topic text not null,
  day date not null,
  -- Why, as in day_changes.
  reason text not null,
  -- Tells rows of one day apart.
  tick_no bigint not null generated always as identity,
  -- When it was changed.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, topic, tick_no)
);

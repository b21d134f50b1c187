-- Changes that are not added up yet: one row per statement and day, only ever inserted, so that those who write never wait for
-- each other. Whoever reads a state counts these too.
create table day_change_ticks (
  org_id uuid not null,
  topic text not null,
  day date not null,
  reason text not null,
  tick_no bigint not null generated always as identity,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, day, topic, tick_no)
);

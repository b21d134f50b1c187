-- Changes that affect days of a location indirectly, with these days and the state before and after, for explanations.
create table location_changes (
  org_id uuid not null,
  location_id uuid not null,
  -- Distinguishes changes of a location.
  change_no bigint not null generated always as identity,
  -- What changed.
  kind text not null check (kind in ('firstPresence', 'presenceWindow', 'timeZone', 'dayStart', 'calendar')),
  -- The first affected day.
  first_day date not null default '-infinity',
  -- The last affected day.
  last_day date not null default 'infinity',
  -- The former state, as explanations word it.
  before text,
  -- The new state, as explanations word it.
  after text not null,
  -- When it was changed.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id, change_no)
);

-- What changed days of a location indirectly: which days, and how it was before and after, for explanations.
create table location_changes (
  org_id uuid not null,
  location_id uuid not null,
  -- Tells changes of a location apart.
  change_no bigint not null generated always as identity,
  -- What changed.
  kind text not null check (kind in ('firstPresence', 'presenceWindow', 'timeZone')),
  -- The first day concerned.
  first_day date not null default '-infinity',
  -- The last day concerned.
  last_day date not null default 'infinity',
  -- How it was, in the words of explanations.
  before text,
  -- How it is since.
  after text not null,
  -- When it was changed.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id, change_no)
);

-- What changed days of a location indirectly: which days, and what was before and after, as explanations say it.
create table location_changes (
  org_id uuid not null,
  location_id uuid not null,
  change_no bigint not null generated always as identity,
  kind text not null check (kind in ('firstPresence', 'presenceWindow', 'timeZone')),
  first_day date not null default '-infinity',
  last_day date not null default 'infinity',
  before text,
  after text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, location_id, change_no)
);

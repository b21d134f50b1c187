-- Days on which a building is closed, with the reason that people read.
create table closures (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  -- The first closed local day.
  first_day date not null,
  -- The last closed local day.
  last_day date not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  check (last_day between first_day and first_day + 1100)
);

create unique index closures_days on closures (org_id, location_id, first_day, last_day);

create trigger t50_change_insert after insert on closures referencing new table as new_rows
for each statement execute function change_calendar('closure', 'first_day', 'last_day', 'reason');
create trigger t50_change_update after update on closures referencing old table as old_rows new table as new_rows
for each statement execute function change_calendar('closure', 'first_day', 'last_day', 'reason');
create trigger t50_change_delete after delete on closures referencing old table as old_rows
for each statement execute function change_calendar('closure', 'first_day', 'last_day', 'reason');

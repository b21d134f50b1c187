-- Public holidays of buildings, entered by administrators or imported from calendar files.
create table holidays (
  org_id uuid not null,
  location_id uuid not null,
  -- The local day of the building.
  day date not null,
  -- The UID of the event in the calendar file; empty if the holiday was entered.
  uid text not null default '',
  name text not null,
  -- The name in the calendar file, if an administrator gave the holiday another one.
  imported_name text,
  -- The calendar that it was last imported from; null if it was entered, or imported without a name.
  calendar_name text,
  -- When it was last imported; null if it was entered.
  imported_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, location_id, day, uid),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create index holidays_day on holidays (org_id, day);

create trigger t50_change_insert after insert on holidays referencing new table as new_rows
for each statement execute function change_calendar('holiday', 'day', 'day', 'name');
create trigger t50_change_update after update on holidays referencing old table as old_rows new table as new_rows
for each statement execute function change_calendar('holiday', 'day', 'day', 'name');
create trigger t50_change_delete after delete on holidays referencing old table as old_rows
for each statement execute function change_calendar('holiday', 'day', 'day', 'name');

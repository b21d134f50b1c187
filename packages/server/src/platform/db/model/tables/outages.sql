-- Days on which the presence reporting of a building was down, so that no absence is concluded from missing presence.
create table outages (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  -- The first local day without reliable presence.
  first_day date not null,
  -- The last local day without reliable presence.
  last_day date not null,
  reason text,
  -- A dismissed suggestion is kept, so that it is not made again; it is no outage.
  status text not null check (status in ('accepted', 'dismissed')),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  check (last_day between first_day and first_day + 1100)
);

create unique index outages_days on outages (org_id, location_id, first_day, last_day);

create trigger t50_change_insert after insert on outages referencing new table as new_rows
for each statement execute function change_calendar('outage', 'first_day', 'last_day', 'status');
create trigger t50_change_update after update on outages referencing old table as old_rows new table as new_rows
for each statement execute function change_calendar('outage', 'first_day', 'last_day', 'status');
create trigger t50_change_delete after delete on outages referencing old table as old_rows
for each statement execute function change_calendar('outage', 'first_day', 'last_day', 'status');

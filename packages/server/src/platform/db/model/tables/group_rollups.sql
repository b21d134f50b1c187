-- The same as location_rollups, by primary group as of the day.
create table group_rollups (
  org_id uuid not null,
  day date not null,
  location_id uuid not null,
  group_id uuid not null,
  planned integer not null,
  remote integer not null,
  away integer not null,
  confirmed integer not null,
  no_show integer not null,
  unconfirmed integer not null,
  walk_in integer not null,
  booked integer not null,
  people_by_hour integer[],
  elsewhere integer not null default 0,
  primary key (org_id, day, location_id, group_id)
);

create index group_rollups_group on group_rollups (org_id, group_id, day);

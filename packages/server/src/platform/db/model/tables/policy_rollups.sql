-- How many people met their attendance policy in the weeks that end on a day, by primary group and building: the counts of the
-- published rows, without people.
create table policy_rollups (
  org_id uuid not null,
  -- The Sunday on which the week ends.
  day date not null,
  -- The building; the nil UUID for none.
  location_id uuid not null,
  -- The primary group.
  group_id uuid not null,
  -- People who met all that was required.
  met integer not null,
  -- People who met some of it.
  partly integer not null,
  -- People who met nothing of it.
  missed integer not null,
  -- People with nothing required.
  exempt integer not null,
  -- The days that were required of all of them.
  required integer not null,
  -- The days that counted.
  attended integer not null,
  primary key (org_id, day, location_id, group_id)
);

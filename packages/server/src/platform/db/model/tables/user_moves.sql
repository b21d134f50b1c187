-- The former primary locations and groups of users, so that a later move does not rewrite the past. A row applies to the days up to
-- and excluding `before`; from the last `before` on, `users` applies. Null means not known: the first known value applies to all the
-- time before it.
--
-- It has no foreign keys: users, locations and groups are never deleted, and a session that planned the checks while there were few
-- rows would keep reading whole tables. 10,000 users who moved took 22 s with foreign keys, and take 0.6 s without.
create table user_moves (
  org_id uuid not null,
  user_id uuid not null,
  -- The first day on which the user had another primary location or group.
  before date not null,
  -- The primary location until then; null: not known.
  primary_location_id uuid,
  -- The primary group until then; null: not known.
  primary_group_id uuid,
  primary key (org_id, user_id, before)
);

-- On which local days of the building a desk was in which zone, whose it was, and whether it was in use. The function keep_history
-- writes it for every writer of places. The rows of a desk follow each other without a gap; the last one has no end. Several changes
-- of one day count as the last of them.
--
-- It has no foreign keys, like user_moves: nodes and users are never deleted.
create table desk_history (
  org_id uuid not null,
  -- The desk.
  place_id uuid not null,
  -- The first day, as far as it is known.
  valid_from date not null,
  -- The first day after it; null: still so.
  valid_to date,
  -- The building, which a desk never leaves.
  location_id uuid not null,
  zone_id uuid not null,
  -- Whose desk it was; null: any user could book it.
  assigned_user_id uuid,
  -- Whether it could be booked.
  status text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, place_id, valid_from),
  check (valid_to > valid_from)
);

-- Finds the desks that were changed, which are few.
create index desk_history_former on desk_history (org_id, place_id) where valid_to is not null;
create index desk_history_assigned_user on desk_history (org_id, assigned_user_id) where assigned_user_id is not null;
-- Finds the desks of a building, and its first day by one look-up.
create index desk_history_location on desk_history (org_id, location_id, valid_from);

create trigger t30_bump_revision after insert or update or delete on desk_history
for each row execute function bump_revision();

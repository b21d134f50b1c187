-- The desks that users marked as favorites.
create table favorite_desks (
  org_id uuid not null,
  user_id uuid not null,
  -- The desk.
  place_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id, place_id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, place_id) references places (org_id, id)
);

create index favorite_desks_place on favorite_desks (org_id, place_id);

-- Zones whose desks and capacity the horizon engine gives to a group.
create table zone_allocations (
  org_id uuid not null,
  group_id uuid not null,
  zone_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, group_id, zone_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, zone_id) references zones (org_id, id)
);

create index zone_allocations_zone on zone_allocations (org_id, zone_id);

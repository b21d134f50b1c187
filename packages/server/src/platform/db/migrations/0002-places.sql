-- Location > level > zone > place; spaces belong to a level, parking bays to a location.
-- Nothing that history refers to is deleted: it becomes inactive.

create table locations (
  org_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  address text,
  time_zone text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

create table levels (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  ordinal integer,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, location_id, name),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create table zones (
  org_id uuid not null,
  id uuid not null,
  level_id uuid not null,
  name text not null,
  kind text not null check (kind in ('neighborhood', 'individual')),
  capacity integer check (capacity >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, level_id, name),
  foreign key (org_id, level_id) references levels (org_id, id),
  check (kind <> 'neighborhood' or capacity is not null)
);

create table places (
  org_id uuid not null,
  id uuid not null,
  zone_id uuid not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  x double precision,
  y double precision,
  assigned_user_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, zone_id, name),
  foreign key (org_id, zone_id) references zones (org_id, id)
);

create table spaces (
  org_id uuid not null,
  id uuid not null,
  level_id uuid not null,
  name text not null,
  type text not null,
  capacity integer check (capacity >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, level_id, name),
  foreign key (org_id, level_id) references levels (org_id, id)
);

create table parking_bays (
  org_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, location_id, name),
  foreign key (org_id, location_id) references locations (org_id, id)
);

-- Every node that an event can name, with the building it is in.
create view nodes as
select org_id, 'location' as type, id, id as location_id, time_zone
from locations
union all
select l.org_id, 'level', l.id, b.id, b.time_zone
from levels l
join locations b on b.org_id = l.org_id and b.id = l.location_id
union all
select z.org_id, 'zone', z.id, b.id, b.time_zone
from zones z
join levels l on l.org_id = z.org_id and l.id = z.level_id
join locations b on b.org_id = l.org_id and b.id = l.location_id
union all
select p.org_id, 'place', p.id, b.id, b.time_zone
from places p
join zones z on z.org_id = p.org_id and z.id = p.zone_id
join levels l on l.org_id = z.org_id and l.id = z.level_id
join locations b on b.org_id = l.org_id and b.id = l.location_id
union all
select s.org_id, 'space', s.id, b.id, b.time_zone
from spaces s
join levels l on l.org_id = s.org_id and l.id = s.level_id
join locations b on b.org_id = l.org_id and b.id = l.location_id;

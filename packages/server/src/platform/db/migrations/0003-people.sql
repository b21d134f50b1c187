-- Users, groups and how sources name users.

create table groups (
  org_id uuid not null references organizations (id),
  id uuid not null,
  name text not null,
  type text not null,
  parent_id uuid,
  -- Each group remembers where it came from, and only its origin may change it.
  origin text not null check (origin in ('attribute', 'hierarchy', 'administrator')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, type, name),
  foreign key (org_id, parent_id) references groups (org_id, id) deferrable initially deferred,
  check (parent_id <> id)
);

create table users (
  org_id uuid not null references organizations (id),
  id uuid not null,
  user_name text not null,
  email text,
  first_name text,
  last_name text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  onboarded boolean not null default false,
  primary_location_id uuid,
  primary_group_id uuid,
  attributes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, user_name),
  foreign key (org_id, primary_location_id) references locations (org_id, id),
  foreign key (org_id, primary_group_id) references groups (org_id, id)
);
create index users_email on users (org_id, email);

alter table places
  add foreign key (org_id, assigned_user_id) references users (org_id, id);

create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);
create index group_members_user on group_members (org_id, user_id);

-- The identity map: how a source names a user.
create table source_identities (
  org_id uuid not null,
  source_id text not null,
  source_user_id text not null,
  user_id uuid not null,
  primary key (org_id, source_id, source_user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);
create index source_identities_user on source_identities (org_id, user_id);

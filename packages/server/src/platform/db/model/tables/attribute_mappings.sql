-- What the attributes of users set: membership in a group of some type, the primary group, or the primary location.
create table attribute_mappings (
  org_id uuid not null references organizations (id),
  -- The name of the attribute in `users.attributes`.
  attribute text not null check (char_length(attribute) between 1 and 100),
  -- The type of the groups that its values name; null: none.
  group_type text check (char_length(group_type) between 1 and 100),
  -- Whether it names the primary group of the user.
  is_primary_group boolean not null default false,
  -- Whether it names the primary location of the user.
  is_primary_location boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, attribute),
  check (group_type is not null or is_primary_location),
  check (group_type is not null or not is_primary_group)
);

create unique index attribute_mappings_one_primary_group on attribute_mappings (org_id) where is_primary_group;
create unique index attribute_mappings_one_primary_location on attribute_mappings (org_id) where is_primary_location;

-- Users. They are never deleted: a leaver becomes inactive, and an erased user keeps the id.
create table users (
  org_id uuid not null references organizations (id),
  -- The identifier, which stays when the person is erased.
  id uuid not null,
  -- The name by which systems know the user.
  user_name text not null,
  -- The e-mail address.
  email text,
  -- The first name.
  first_name text,
  -- The last name.
  last_name text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- Whether the user has set up the app.
  onboarded boolean not null default false,
  -- The primary location.
  primary_location_id uuid,
  -- The primary group, in which figures count the user.
  primary_group_id uuid,
  -- What HR says about the user, by attribute name (attribute_mappings).
  attributes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The primary group that an attribute last set: only this one is removed when the attribute is removed.
  attribute_group_id uuid,
  -- The same for the primary location.
  attribute_location_id uuid,
  -- Whether colleagues see where the user is.
  visibility text not null default 'everyone' check (visibility in ('everyone', 'nobody')),
  -- When the person was erased; null: never.
  erased_at timestamptz,
  -- When the user became inactive; null while active.
  inactive_since timestamptz,
  -- Earlier times without an active user: when each began and when it ended, one after the other.
  inactive_times timestamptz[] not null default '{}',
  primary key (org_id, id),
  unique (org_id, user_name),
  foreign key (org_id, primary_location_id) references locations (org_id, id),
  foreign key (org_id, primary_group_id) references groups (org_id, id),
  foreign key (org_id, attribute_group_id) references groups (org_id, id),
  foreign key (org_id, attribute_location_id) references locations (org_id, id)
);

-- Lists of people of a location are read in this order, and the horizon engine reads users by location.
create index users_of_location on users (org_id, primary_location_id, user_name);
-- Searches match the beginning of a name, as `search_text` reads it; `like` can use these indexes in every collation.
create index users_search_user_name on users (org_id, (
  case when octet_length(user_name) = length(user_name) then lower(user_name)
  else regexp_replace(translate(replace(replace(replace(lower(normalize(user_name, nfkd)),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ'), '[\u0300-\u036f]+', '', 'g') end
) text_pattern_ops);
create index users_search_first_name on users (org_id, (
  case when octet_length(first_name) = length(first_name) then lower(first_name)
  else regexp_replace(translate(replace(replace(replace(lower(normalize(first_name, nfkd)),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ'), '[\u0300-\u036f]+', '', 'g') end
) text_pattern_ops);
create index users_search_last_name on users (org_id, (
  case when octet_length(last_name) = length(last_name) then lower(last_name)
  else regexp_replace(translate(replace(replace(replace(lower(normalize(last_name, nfkd)),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ'), '[\u0300-\u036f]+', '', 'g') end
) text_pattern_ops);
-- Searches match e-mail addresses in any letter case, and events name users by their exact address.
create index users_search_email on users (org_id, lower(email) text_pattern_ops);

create trigger t10_complete before update on users
for each row when (
  old.erased_at is not null
  or (old.primary_location_id, old.primary_group_id) is distinct from (new.primary_location_id, new.primary_group_id)
)
execute function complete_user();
create trigger t20_note_leaving before update on users
for each row when (old.status <> new.status) execute function note_leaving();
create trigger t40_leave_again after update on users
for each row when (old.status = 'active' and new.status = 'inactive') execute function leave_again();
create trigger t30_bump_revision after insert or update or delete on users
for each row execute function bump_revision('rollcall_directory.people');
create trigger t50_change after update on users referencing old table as old_rows new table as new_rows
for each statement execute function change_users();

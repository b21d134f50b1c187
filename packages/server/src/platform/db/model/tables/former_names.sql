-- What users were called before, so that an erasure finds everything with a former name: maiden names, old logins and addresses.
-- Up to 20 of each user, numbered as they came. What users are called now is in `users` alone.
--
-- Without a foreign key, as user_moves: users are never deleted, and an import may rename all of them.
create table former_names (
  org_id uuid not null,
  user_id uuid not null,
  -- Numbers the former names of a user.
  name_no integer not null,
  -- As it was before.
  user_name text not null,
  -- As it was before.
  email text,
  -- As it was before.
  first_name text,
  -- As it was before.
  last_name text,
  -- When it was replaced.
  replaced_at timestamptz not null default now(),
  primary key (org_id, user_id, name_no)
);

-- What users were called before, so that an erasure finds what still calls them so: maiden names, old logins and addresses.
-- Up to 20 of each user, numbered as they came. What users are called now is in `users` alone.
--
-- Without a foreign key, as user_moves: users are never deleted, and an import may rename all of them.
create table former_names (
  org_id uuid not null,
  user_id uuid not null,
  name_no integer not null,
  user_name text not null,
  email text,
  first_name text,
  last_name text,
  replaced_at timestamptz not null default now(),
  primary key (org_id, user_id, name_no)
);

-- The former names of users, so that an erasure finds everything with a former name: maiden names, old logins and addresses. Up to
-- 20 per user are kept, numbered in their order. The current names are only in `users`.
--
-- It has no foreign key, like user_moves: users are never deleted, and an import may rename all of them.
create table former_names (
  org_id uuid not null,
  user_id uuid not null,
  -- Numbers the former names of a user.
  name_no integer not null,
  -- The former user name.
  user_name text not null,
  -- The former e-mail address.
  email text,
  -- The former first name.
  first_name text,
  -- The former last name.
  last_name text,
  -- When it was replaced.
  replaced_at timestamptz not null default now(),
  primary key (org_id, user_id, name_no)
);

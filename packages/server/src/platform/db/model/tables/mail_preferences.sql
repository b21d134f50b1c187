-- What people want to be mailed, and notified of on their devices. A user without a row gets every kind, in English.
create table mail_preferences (
  org_id uuid not null,
  user_id uuid not null,
  -- The language of mail and notifications, as a tag such as `en`; null: the default.
  language text,
  -- The kinds of mail that the user does not want.
  refused_kinds text[] not null default '{}',
  -- The kinds of notifications on devices that the user does not want.
  refused_push_kinds text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);

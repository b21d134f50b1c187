-- Users who may sign in, and their roles.
create table user_accounts (
  org_id uuid not null,
  user_id uuid not null,
  -- The password hash in PHC string format: scheme, cost, salt, hash; null: none was chosen yet, or an identity provider signs the user in.
  password_hash text,
  -- The roles, which allow more than every employee may do.
  roles text[] not null default '{}' check (
    roles <@ array['analytics-administrator', 'bookings-administrator', 'workplace-administrator', 'global-administrator']
  ),
  -- Whether the password works even if the organization requires single sign-on: for emergencies.
  is_break_glass boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create trigger t10_refuse_sample before insert on user_accounts
for each row execute function refuse_sample_account();

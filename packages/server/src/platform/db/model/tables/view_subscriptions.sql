-- Who gets a report of which view, and when.
create table view_subscriptions (
  org_id uuid not null,
  user_id uuid not null,
  -- The view of which reports are made.
  view_id uuid not null,
  -- How often.
  frequency text not null check (frequency in ('weekly', 'monthly')),
  -- Weekly from Monday 1 to Sunday 7, monthly the day of the month.
  day smallint not null check (day between 1 and 28),
  -- The local time, such as 07:30, in the time zone of the organization.
  time_of_day text not null,
  -- Whether it is also mailed.
  by_mail boolean not null,
  -- When the next report is due. The transaction that makes it moves this on.
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id, view_id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, view_id) references saved_views (org_id, id) on delete cascade,
  check (frequency = 'monthly' or day <= 7)
);

create index view_subscriptions_due on view_subscriptions (next_at);
create index view_subscriptions_view on view_subscriptions (org_id, view_id);

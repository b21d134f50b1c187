-- What planning, booking and signing in need to remember. The rules about it are in the migrations that follow.

alter table organizations
  add desk_fairness text not null default 'most-attended' check (desk_fairness in ('most-attended', 'equal-distribution')),
  add presence_based_booking boolean not null default false,
  -- Whether others may book an assigned desk on days when its assignee is not in.
  add auto_release boolean not null default false;

alter table locations
  -- Days after today for which week plans become day plans and desks are booked automatically.
  add booking_horizon_days integer not null default 14 check (booking_horizon_days between 0 and 90),
  -- Days after today that users may book themselves, and administrators for them.
  add booking_window_days integer not null default 28 check (booking_window_days between 0 and 550),
  add administrator_window_days integer not null default 365 check (administrator_window_days between 0 and 1100),
  -- Local hour of the nightly work.
  add refresh_hour smallint not null default 3 check (refresh_hour between 0 and 23),
  -- First and last local day of presence reports as an administrator says; null: from the earliest event, without end.
  add presence_from date,
  add presence_until date,
  add check (presence_until >= presence_from);

alter table zones
  -- Taken by anybody when the zones of their group are full.
  add is_overflow boolean not null default false;

-- Zones whose desks and capacity the horizon engine gives to a group.
create table zone_allocations (
  org_id uuid not null,
  group_id uuid not null,
  zone_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, group_id, zone_id),
  foreign key (org_id, group_id) references groups (org_id, id),
  foreign key (org_id, zone_id) references zones (org_id, id)
);
create index zone_allocations_zone on zone_allocations (org_id, zone_id);

-- Who changed a row last, why, and by which command: everything that one command does to a user and day is one action.
create domain changed_by as text
  check (value in ('user', 'administrator', 'auto-booking', 'time-off', 'presence', 'directory'));

alter table week_plans
  add changed_by changed_by not null default 'directory',
  add changed_by_user_id uuid,
  add reason text,
  add command_id uuid not null default gen_random_uuid(),
  add updated_at timestamptz not null default now();

alter table day_plans
  -- What the plan comes from; the later one goes before the earlier (domain §3).
  add origin text not null default 'day-plan' check (origin in ('week-plan', 'day-plan', 'time-off')),
  add changed_by changed_by not null default 'directory',
  add changed_by_user_id uuid,
  add reason text,
  add command_id uuid not null default gen_random_uuid();

alter table bookings
  add changed_by changed_by not null default 'directory',
  add changed_by_user_id uuid,
  add reason text,
  add command_id uuid not null default gen_random_uuid();

-- The defaults were for rows that are there already. From now on whoever writes says who it is.
do $$
declare
  name text;
begin
  foreach name in array array['week_plans', 'day_plans', 'bookings'] loop
    execute format('alter table %I alter changed_by drop default, alter command_id drop default', name);
  end loop;
  alter table day_plans alter origin drop default;
end
$$;

-- Live bookings of a zone and day: the lock and the counter of its capacity.
create table zone_days (
  org_id uuid not null,
  zone_id uuid not null,
  day date not null,
  taken integer not null check (taken >= 0),
  primary key (org_id, zone_id, day),
  foreign key (org_id, zone_id) references zones (org_id, id)
);
insert into zone_days (org_id, zone_id, day, taken)
select org_id, zone_id, day, count(*)
from bookings
where status = 'booked' and zone_id is not null
group by org_id, zone_id, day;

-- The log of user actions. Written by triggers, in the transaction of the change; partitioned so that retention drops months.
create sequence user_action_numbers;
create table user_actions (
  org_id uuid not null,
  user_id uuid not null,
  -- UTC day of recorded_at.
  recorded_on date not null,
  action_no bigint not null default nextval('user_action_numbers'),
  recorded_at timestamptz not null,
  -- The same for everything that one command did to the user and day.
  action_id uuid not null,
  -- The day that was changed; null for a week plan.
  day date,
  action text not null check (action in ('weekPlanChanged', 'planSet', 'planChanged', 'planRemoved', 'booked', 'moved', 'cancelled')),
  changed_by changed_by not null,
  changed_by_user_id uuid,
  reason text,
  before jsonb,
  after jsonb,
  primary key (org_id, user_id, recorded_on, action_no)
) partition by range (recorded_on);
create index user_actions_day on user_actions (org_id, day, user_id);
create table user_actions_before_2015 partition of user_actions for values from (minvalue) to ('2015-01-01');

-- Time off as it was announced. An announcement and its cancellation may share one id.
create table time_off_events (
  org_id uuid not null,
  event_id text not null,
  event_type text not null check (event_type in ('scheduled', 'cancelled')),
  user_id uuid not null,
  start_date date not null,
  end_date date not null,
  time_off_type text,
  received_at timestamptz not null default now(),
  primary key (org_id, event_id, event_type),
  foreign key (org_id, user_id) references users (org_id, id),
  check (end_date >= start_date)
);
create index time_off_events_user on time_off_events (org_id, user_id, start_date);

create table parking_bookings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  day date not null,
  location_id uuid not null,
  bay_id uuid not null,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, bay_id) references parking_bays (org_id, id)
);
create unique index parking_bookings_one_per_user_and_day on parking_bookings (org_id, user_id, day) where status = 'booked';
create unique index parking_bookings_one_per_bay_and_day on parking_bookings (org_id, bay_id, day) where status = 'booked';
create index parking_bookings_day on parking_bookings (org_id, day, location_id);

-- The nightly work of the horizon engine, per location and local day.
create table horizon_runs (
  org_id uuid not null,
  location_id uuid not null,
  local_day date not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  plans integer not null,
  bookings integer not null,
  primary key (org_id, location_id, local_day),
  foreign key (org_id, location_id) references locations (org_id, id)
);

-- Who may sign in, and as what besides employee.
create table user_accounts (
  org_id uuid not null,
  user_id uuid not null,
  -- In PHC string format: scheme, cost, salt, hash.
  password_hash text not null,
  roles text[] not null default '{}' check (
    roles <@ array['analytics-administrator', 'bookings-administrator', 'workplace-administrator', 'global-administrator']
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create table sessions (
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea primary key,
  org_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (org_id, user_id) references user_accounts (org_id, user_id) on delete cascade
);
create index sessions_user on sessions (org_id, user_id);
create index sessions_expiry on sessions (expires_at);

-- Whether colleagues see where somebody is.
alter table users
  add visibility text not null default 'everyone' check (visibility in ('everyone', 'nobody'));

-- From which local day on a location reports presence: the earliest local day of its events.
create table location_presence (
  org_id uuid not null,
  location_id uuid not null,
  first_day date not null,
  primary key (org_id, location_id)
);
insert into location_presence (org_id, location_id, first_day)
select org_id, location_id, min(local_day)
from presence_events
group by org_id, location_id;

-- Makes sure that the partitions of a month exist. Safe under concurrent callers; a no-op costs a few catalogue look-ups.
create or replace function ensure_event_partitions(month date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', month)::date;
  next_month date := (date_trunc('month', month) + interval '1 month')::date;
  parent text;
  child text;
begin
  if first_day < '2015-01-01' then
    return;
  end if;
  foreach parent in array array['presence_events', 'occupancy_events', 'user_actions'] loop
    child := parent || to_char(first_day, '_YYYY_MM');
    if to_regclass(child) is null then
      perform pg_advisory_xact_lock(hashtext('rollcall.event_partitions'));
      execute format(
        'create table if not exists %I partition of %I for values from (%L) to (%L)',
        child, parent, first_day, next_month
      );
    end if;
  end loop;
end
$$;

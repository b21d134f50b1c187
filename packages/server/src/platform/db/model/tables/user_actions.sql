-- Numbers the rows of the log. It is a separate sequence because partitions have no identity columns before PostgreSQL 17.
create sequence user_action_numbers;

-- The log of user actions. Everything that changes a plan or a booking writes to it, in the transaction of the change (domain §4).
-- It is partitioned so that retention drops months. Retention uses the day that an entry is about, else the day on which it was
-- written, because history that is backfilled today may be about days that are already anonymous.
create table user_actions (
  org_id uuid not null,
  user_id uuid not null,
  -- The UTC day of recorded_at.
  recorded_on date not null,
  -- Orders the rows of the log.
  action_no bigint not null default nextval('user_action_numbers'),
  -- When it was written.
  recorded_at timestamptz not null,
  -- The same for everything that one command did to the user and day.
  action_id uuid not null,
  -- The day that was changed; null for a week plan.
  day date,
  -- What was done.
  action text not null check (
    action in ('weekPlanChanged', 'planSet', 'planChanged', 'planRemoved', 'booked', 'moved', 'cancelled', 'erased', 'checkedIn')
  ),
  -- Who did it.
  changed_by changed_by not null,
  -- The user who did it, where a person did.
  changed_by_user_id uuid,
  -- Why it was done.
  reason text,
  -- The plan or booked node before; null: none.
  before jsonb,
  -- The plan or booked node after; null: none.
  after jsonb,
  -- Whether retention has removed the person.
  is_anonymous boolean not null default false,
  primary key (org_id, user_id, recorded_on, action_no)
) partition by range (recorded_on);
create table user_actions_before_2015 partition of user_actions for values from (minvalue) to ('2015-01-01');

create index user_actions_day on user_actions (org_id, day, user_id);
-- Finds entries that are not yet anonymous, by the day that retention uses.
create index user_actions_known on user_actions (org_id, (coalesce(day, recorded_on)))
where not is_anonymous and action <> 'erased';

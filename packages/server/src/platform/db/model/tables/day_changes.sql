-- How often the content of a day changed, by topic and reason. The sum of `changes` only increases, so it identifies the state of
-- the day. If it differs from `published`, the next refresh computes the day again.
create table day_changes (
  org_id uuid not null references organizations (id),
  -- What changed: plans and bookings, presence events, workplace events, names and other things of the directory, entries of
  -- the audit log, visits and what visitors did, attendance policies.
  topic text not null check (topic in ('plans', 'presence', 'events', 'directory', 'analytics', 'audit', 'visits', 'policies')),
  day date not null,
  -- Why published segments will change, as the change feed reports it.
  reason text not null check (reason in ('lateEvents', 'corrected', 'erased')),
  -- How often it was changed.
  changes bigint not null,
  -- How many of these changes the published segments include.
  published bigint not null default 0,
  -- When it was last changed.
  changed_at timestamptz not null,
  primary key (org_id, day, topic, reason)
);

create index day_changes_unpublished on day_changes (org_id, topic, day) where changes > published;

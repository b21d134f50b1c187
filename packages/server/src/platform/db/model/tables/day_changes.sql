-- How often anything changed that the datasets of a day are made of, and by what kind of cause. The sum of `changes` only goes up,
-- so it names the state of the day; where it differs from `published`, the next refresh computes the day again.
create table day_changes (
  org_id uuid not null references organizations (id),
  -- What changed: plans and bookings, presence events, workplace events, names and other things of the directory.
  topic text not null check (topic in ('plans', 'presence', 'events', 'directory', 'analytics')),
  day date not null,
  -- Why published segments will change, as the change feed says it.
  reason text not null check (reason in ('lateEvents', 'corrected', 'erased')),
  -- How often it was changed.
  changes bigint not null,
  -- How many of them the published segments show.
  published bigint not null default 0,
  -- When it was last changed.
  changed_at timestamptz not null,
  primary key (org_id, day, topic, reason)
);

create index day_changes_unpublished on day_changes (org_id, topic, day) where changes > published;

-- Which history the positions of the change feed are of (contract §4.1): a restore of an older backup begins a new timeline,
-- as it gives positions out anew. The last row is the timeline of now. It is of the database in which it began: a dump is
-- restored into another one.
create table feed_timelines (
  -- Grows with each timeline.
  timeline_no integer primary key generated always as identity,
  -- The identifier of the timeline in answers.
  id uuid not null unique default gen_random_uuid(),
  -- Why it began.
  cause text not null check (cause in ('first', 'restored', 'command')),
  -- The system identifier of the PostgreSQL cluster; null where the role may not read it.
  cluster text,
  -- The oids of the database and of the table change_feeds in it.
  database_oid bigint not null,
  -- The oid of the table change_feeds.
  feed_oid bigint not null,
  -- When it began.
  started_at timestamptz not null default clock_timestamp()
);

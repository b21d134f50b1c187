-- The histories that positions of the change feed belong to (contract §4.1). A restore of an older backup starts a new timeline,
-- because it assigns positions again. The last row is the current timeline. It names the database in which it started, because a
-- dump is restored into another database.
create table feed_timelines (
  -- Grows with each timeline.
  timeline_no integer primary key generated always as identity,
  -- The identifier of the timeline in responses.
  id uuid not null unique default gen_random_uuid(),
  -- Why it started.
  cause text not null check (cause in ('first', 'restored', 'command')),
  -- The system identifier of the PostgreSQL cluster; null if the role may not read it.
  cluster text,
  -- The oid of the database.
  database_oid bigint not null,
  -- The oid of the table change_feeds.
  feed_oid bigint not null,
  -- When it started.
  started_at timestamptz not null default clock_timestamp()
);

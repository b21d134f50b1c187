-- Which history the positions of the change feed are of (contract §4.1): a restore of an older backup begins a new timeline, as it
-- gives positions out anew.

-- The last row is the timeline of now. It is of the database in which it began: a dump is restored into another one.
create table feed_timelines (
  timeline_no integer primary key generated always as identity,
  id uuid not null unique default gen_random_uuid(),
  cause text not null check (cause in ('first', 'restored', 'command')),
  -- The system identifier of the PostgreSQL cluster; null where the role may not read it.
  cluster text,
  -- The oids of the database and of the table change_feeds in it.
  database_oid bigint not null,
  feed_oid bigint not null,
  started_at timestamptz not null default clock_timestamp()
);

create function feed_database(out cluster text, out database_oid bigint, out feed_oid bigint)
language plpgsql stable
as $$
begin
  begin
    select system_identifier::text into cluster from pg_control_system();
  exception when insufficient_privilege or undefined_function then
    cluster := null;
  end;
  select oid into database_oid from pg_database where datname = current_database();
  feed_oid := 'change_feeds'::regclass::oid;
end
$$;

-- Every publication, under the last of its positions. Its id is random, so a position that was given out once more after a restore
-- is of another publication, also where the files of the database were restored and nothing else tells.
create table publications (
  org_id uuid not null references organizations (id),
  position bigint not null,
  id uuid not null default gen_random_uuid(),
  primary key (org_id, position)
);
insert into publications (org_id, position)
select org_id, position from change_feeds where position > 0;

create function record_publication() returns trigger
language plpgsql
as $$
begin
  insert into publications (org_id, position) values (new.org_id, new.position);
  return null;
end
$$;
create trigger record_first_publication after insert on change_feeds
for each row when (new.position > 0) execute function record_publication();
create trigger record_publication after update of position on change_feeds
for each row when (new.position <> old.position) execute function record_publication();

-- The publication that a position is of; null at the beginning.
create function publication_at(org uuid, feed_position bigint) returns uuid
language sql stable
return (
  select p.id
  from publications p
  where p.org_id = org and p.position >= feed_position and feed_position > 0
  order by p.position
  limit 1
);

alter table lake_exports
  -- Of which timeline the lake is; null: it was written before there were any.
  add timeline_id uuid;

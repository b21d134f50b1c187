-- How often each directory table of an organisation has changed. A dataset's ETag is made of the revisions of
-- the tables it reads, so an unchanged answer costs one look-up. Written in the changing transaction.

create table table_revisions (
  org_id uuid not null references organizations (id),
  table_name text not null,
  revision bigint not null,
  changed_at timestamptz not null,
  primary key (org_id, table_name)
);

-- Also tells all nodes to forget what they cached of the organisation's directory.
create function bump_revision() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  for changed in select distinct org_id from touched_rows loop
    insert into table_revisions as r (org_id, table_name, revision, changed_at)
    values (changed.org_id, tg_table_name, 1, clock_timestamp())
    on conflict (org_id, table_name) do update
    set revision = r.revision + 1, changed_at = greatest(excluded.changed_at, r.changed_at);
    perform pg_notify(tg_argv[0], changed.org_id::text);
  end loop;
  return null;
end
$$;

do $$
declare
  places constant text[] := array['locations', 'levels', 'zones', 'places', 'spaces', 'parking_bays'];
  people constant text[] := array['users', 'groups', 'group_members', 'source_identities'];
  name text;
  channel text;
begin
  foreach name in array places || people loop
    channel := case when name = any (places) then 'rollcall_directory.nodes' else 'rollcall_directory.people' end;
    execute format(
      'create trigger bump_after_insert after insert on %I referencing new table as touched_rows
       for each statement execute function bump_revision(%L)', name, channel);
    execute format(
      'create trigger bump_after_update after update on %I referencing new table as touched_rows
       for each statement execute function bump_revision(%L)', name, channel);
    execute format(
      'create trigger bump_after_delete after delete on %I referencing old table as touched_rows
       for each statement execute function bump_revision(%L)', name, channel);
  end loop;
end
$$;

-- The one form of a timestamp in answers (contract §1).
create function iso_timestamp(moment timestamptz) returns text
language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

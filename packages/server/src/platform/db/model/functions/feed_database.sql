-- Identifies this database, so that a restored copy can be told apart from the original (feed_timelines). Costs one look-up each. The
-- cluster is null if the role may not read it.
create or replace function feed_database(out cluster text, out database_oid bigint, out feed_oid bigint)
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

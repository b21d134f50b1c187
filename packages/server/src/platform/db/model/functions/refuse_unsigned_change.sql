-- Refuses a change without its own command, because the log would attribute it to the user of the previous command.
create or replace function refuse_unsigned_change(table_name text) returns void
language plpgsql as $$
begin
  raise exception 'A change of % must bring a new command_id, and say who changed it', table_name
    using errcode = '23514', table = table_name, constraint = table_name || '_command';
end
$$;

-- Refuses a change without a command of its own: the log would attribute it to the user of the command before.
create or replace function refuse_unsigned_change(table_name text) returns void
language plpgsql as $$
begin
  raise exception 'A change of % must bring a new command_id, and say who changed it', table_name
    using errcode = '23514', table = table_name, constraint = table_name || '_command';
end
$$;

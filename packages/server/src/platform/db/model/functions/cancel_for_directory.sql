-- Cancels bookings as one command of the directory, or of the administrator who changes the place in the application:
-- rollcall.actor is their id, or `key`. The setting reads as empty text once another transaction of the connection had it.
create or replace function cancel_for_directory(org uuid, ids uuid[], because text) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  command uuid := gen_random_uuid();
  actor text := current_setting('rollcall.actor', true);
  amount integer;
begin
  execute $query$
    update bookings
    set status = 'cancelled', updated_at = now(), changed_by = $5, changed_by_user_id = $6, reason = $3, command_id = $4
    where org_id = $1 and id = any ($2) and status <> 'cancelled'
  $query$
  using org, ids, because, command,
    case when actor is null or actor = '' then 'directory' else 'administrator' end,
    case when actor <> 'key' then nullif(actor, '')::uuid end;
  get diagnostics amount = row_count;
  perform add_released_bookings(amount);
end
$$;

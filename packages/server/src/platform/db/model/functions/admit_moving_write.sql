-- Admits a write to rows of an organization that is being moved to another cell, or refuses it once this database takes none (57M01,
-- which callers get as 503). Triggers of the move call it for each row. The first call of a transaction takes a lock that it shares
-- with other writers until its end: the move waits for all of them before it reads the last changes, and new ones do not make it wait.
-- Each further row costs a comparison. Locking the organization makes a transaction fail that does not see the present placement.
-- Shown by: moving/capture.test.ts
create or replace function admit_moving_write(org uuid) returns void
language plpgsql as $$
begin
  if current_setting('rollcall.moving', true) = org::text then
    return;
  end if;
  if pg_try_advisory_xact_lock_shared(hashtextextended('rollcall.moving.' || org, 0)) then
    perform from organizations where id = org and placement = 'here' for share;
  end if;
  if not found then
    raise exception 'organization % takes no writes while it is moved', org using errcode = '57M01';
  end if;
  perform set_config('rollcall.moving', org::text, true);
end
$$;

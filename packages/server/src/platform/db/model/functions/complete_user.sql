-- Refuses to bring an erased person back, as an import that still knows them would; and `updated_at` of a user who moves only grows.
-- Shown by: privacy/erasure.test.ts, warehouse/updated-at.test.ts
create or replace function complete_user() returns trigger
language plpgsql as $$
begin
  if old.erased_at is not null
    and (new.user_name, new.email, new.first_name, new.last_name, new.attributes, new.status, new.erased_at)
      is distinct from (old.user_name, old.email, old.first_name, old.last_name, old.attributes, old.status, old.erased_at)
  then
    raise exception 'User % was erased', old.id using errcode = '23514', table = 'users', constraint = 'users_erased';
  end if;
  if (new.primary_location_id, new.primary_group_id) is distinct from (old.primary_location_id, old.primary_group_id) then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end
$$;

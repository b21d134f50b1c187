-- Refuses to restore an erased person. An import that still contains the person would do so.
-- Shown by: privacy/erasure.test.ts
create or replace function refuse_change_of_erased() returns trigger
language plpgsql as $$
begin
  raise exception 'User % was erased', old.id using errcode = '23514', table = 'users', constraint = 'users_erased';
end
$$;

-- Nothing brings an erased person back: an import that still knows them is refused.
create or replace function refuse_change_of_erased() returns trigger
language plpgsql as $$
begin
  raise exception 'User % was erased', old.id using errcode = '23514', table = 'users', constraint = 'users_erased';
end
$$;

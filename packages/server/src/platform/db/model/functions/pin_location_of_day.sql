-- Gives an office day without a building the primary location of the user, so that a later move of the user does not change the
-- past. Reads users one by one by key, even if there were few of them when the session planned the statement.
-- Shown by: plans/consequences.test.ts
create or replace function pin_location_of_day() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  new.location_id := (select u.primary_location_id from users u where u.org_id = new.org_id and u.id = new.user_id);
  return new;
end
$$;

-- Records for each user and day that lost a presence event when it did, so that `updated_at` of the attendance increases.
-- Shown by: warehouse/updated-at.test.ts
create or replace function remember_removals() returns trigger
language plpgsql as $$
begin
  insert into day_removals (org_id, user_id, day)
  select distinct org_id, user_id, local_day
  from old_rows
  order by org_id, local_day, user_id
  on conflict (org_id, day, user_id) do update set removed_at = excluded.removed_at;
  return null;
end
$$;

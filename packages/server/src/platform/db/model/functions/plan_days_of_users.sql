-- Plans the days of the horizon of users who are active again or belong to another building (domain §3). Fires after the trigger
-- that moves days, by the order of the names.
-- Shown by: plans/horizon-at-once.test.ts
create or replace function plan_days_of_users() returns trigger
language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select n.org_id, array_agg(n.id order by n.id) as ids
    from (
      select org_id, id, status, primary_location_id from new_rows where status = 'active'
      except
      select org_id, id, status, primary_location_id from old_rows
    ) n
    group by n.org_id
  loop
    perform plan_horizon_days(changed.org_id, changed.ids, 'directory', null, 'week plan', gen_random_uuid());
  end loop;
  return null;
end
$$;

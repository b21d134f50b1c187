-- Returns a plan as the log of user actions shows it; null if there is none.
create or replace function plan_as_logged(plan text, location_id uuid) returns jsonb
language sql stable
return case when plan is not null then jsonb_build_object('plan', plan, 'locationId', location_id) end;

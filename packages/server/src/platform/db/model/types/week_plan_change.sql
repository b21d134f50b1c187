-- A row before and after a statement; null where there was or is none.
create type week_plan_change as (before week_plans, after week_plans);

-- A row before and after a statement; null where there was or is none.
create type day_plan_change as (before day_plans, after day_plans);

-- A day plan before and after a statement; null if there was or is none.
create type day_plan_change as (before day_plans, after day_plans);

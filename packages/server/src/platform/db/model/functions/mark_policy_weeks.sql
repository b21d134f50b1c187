-- Marks the Sundays since which a changed attendance policy counts, and the Sunday after the end of a month, so that the next refresh
-- computes their weeks again. Policies are few and change seldom.
-- Shown by: policies/publishing.test.ts
create or replace function mark_policy_weeks() returns trigger
language plpgsql as $$
begin
  execute format(
    'insert into day_change_ticks (org_id, topic, day, reason)
     select c.org_id, ''policies'', c.first_day + 7 * n, ''corrected''
     from (
       select org_id, min(valid_from) + 7 - extract(isodow from min(valid_from))::integer as first_day
       from (%s) changed
       group by org_id
     ) c
     cross join lateral generate_series(0, ((now() at time zone ''UTC'')::date + 7 - c.first_day) / 7) n',
    concat_ws(
      ' union all ',
      case when tg_op <> 'INSERT' then 'select org_id, valid_from from old_rows' end,
      case when tg_op <> 'DELETE' then 'select org_id, valid_from from new_rows' end
    ));
  return null;
end
$$;

-- Notes when a user became inactive, because nothing is expected of a leaver from then on. When the user is active again, that time is
-- kept: nothing was expected in it. A time that ended on the day on which it began is not, as no day is left out of it. A user who was
-- created inactive was so from the beginning on, or from the day after the last plan, as in policy_periods().
-- Shown by: policies/rules.test.ts
create or replace function note_leaving() returns trigger
language plpgsql as $$
declare
  org_zone text;
  since timestamptz;
begin
  if new.status = 'inactive' then
    new.inactive_since := now();
    return new;
  end if;
  new.inactive_since := null;
  select o.time_zone into org_zone from organizations o where o.id = new.org_id;
  since := coalesce(
    old.inactive_since,
    (
      select (max(d.day) + 1)::timestamp at time zone org_zone
      from day_plans d
      where d.org_id = new.org_id and d.user_id = new.id
    ),
    '-infinity'
  );
  if (since at time zone org_zone)::date < (now() at time zone org_zone)::date then
    new.inactive_times := new.inactive_times || array[since, now()];
  end if;
  return new;
end
$$;

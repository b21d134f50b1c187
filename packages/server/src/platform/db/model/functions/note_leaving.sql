-- Notes when a user became inactive, because nothing is expected of a leaver from then on. When the user is active again, that time is
-- kept: nothing was expected in it. A time that ended on the day on which it began is not, as no day is left out of it.
-- Shown by: policies/rules.test.ts
create or replace function note_leaving() returns trigger
language plpgsql as $$
begin
  if new.status = 'inactive' then
    new.inactive_since := now();
    return new;
  end if;
  new.inactive_since := null;
  if exists (
    select
    from organizations o
    where o.id = new.org_id and (old.inactive_since at time zone o.time_zone)::date < (now() at time zone o.time_zone)::date
  ) then
    new.inactive_times := new.inactive_times || array[old.inactive_since, now()];
  end if;
  return new;
end
$$;

-- Dates changed settings of check-in, so that people have time to learn of them.
-- Shown by: check-in/release.test.ts
create or replace function change_check_in() returns trigger
language plpgsql as $$
begin
  new.check_in_changed_at := clock_timestamp();
  return new;
end
$$;

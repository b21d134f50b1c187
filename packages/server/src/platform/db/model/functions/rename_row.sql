-- Completes a row with another name, or with another parent, which decides which names belong together: `updated_at` only grows, and
-- the days that may show it are marked (mark_names). New rows are shown nowhere yet.
-- Shown by: day-changes/names-and-settings.test.ts, warehouse/updated-at.test.ts
create or replace function rename_row() returns trigger
language plpgsql as $$
begin
  perform mark_names(new.org_id);
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;

-- Notes when a user became inactive, because nothing is expected of a leaver from then on.
-- Shown by: policies/rules.test.ts
create or replace function note_leaving() returns trigger
language plpgsql as $$
begin
  new.inactive_since := case new.status when 'inactive' then now() end;
  return new;
end
$$;

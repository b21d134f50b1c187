-- Gives each new position of an organization's change feed a publication with a random id. One row per publication.
-- Shown by: feed/timeline.test.ts
create or replace function record_publication() returns trigger
language plpgsql
as $$
begin
  insert into publications (org_id, position) values (new.org_id, new.position);
  return null;
end
$$;

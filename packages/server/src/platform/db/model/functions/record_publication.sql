-- Records a publication with a random id for each new position of an organization's change feed.
-- Shown by: feed/timeline.test.ts
create or replace function record_publication() returns trigger
language plpgsql
as $$
begin
  if new.position > 0 and (tg_op = 'INSERT' or new.position <> old.position) then
    insert into publications (org_id, position) values (new.org_id, new.position);
  end if;
  return null;
end
$$;

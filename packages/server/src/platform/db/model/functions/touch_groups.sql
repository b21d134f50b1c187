-- Notes on the groups that their history lost memberships: one that ends on the day of its beginning is removed, and so are those of an
-- erased person. Without this, `updatedAt` of the group would decrease. Locks the groups in the order of their keys.
-- Shown by: http/directory.test.ts
create or replace function touch_groups() returns trigger
language plpgsql as $$
begin
  execute $query$
    update groups g
    set updated_at = greatest(clock_timestamp(), g.updated_at + interval '1 millisecond')
    from (
      select l.org_id, l.id
      from groups l
      where (l.org_id, l.id) in (select o.org_id, o.group_id from old_rows o)
      order by l.org_id, l.id
      for no key update
    ) locked
    where g.org_id = locked.org_id and g.id = locked.id
  $query$;
  return null;
end
$$;

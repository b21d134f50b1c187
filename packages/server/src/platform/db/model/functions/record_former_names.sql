-- Keeps the names that a change of users replaces, up to 20 per user. A change of letter case is not kept, because searches ignore
-- case, and neither is a name that was empty before. While users swap names, an import uses their ids as names; these are not kept.
-- Shown by: privacy/former-names.test.ts
create or replace function record_former_names() returns trigger
language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  replaced former_names[];
begin
  -- A full join has no nested loop, and keeps none from the first calls, which change one user.
  select array_agg(row(o.org_id, o.id, 0, o.user_name, o.email, o.first_name, o.last_name, now())::former_names) filter (
    where lower(o.user_name) <> lower(n.user_name) and o.user_name <> o.id::text
      or o.email <> '' and lower(o.email) is distinct from lower(n.email)
      or o.first_name <> '' and lower(o.first_name) is distinct from lower(n.first_name)
      or o.last_name <> '' and lower(o.last_name) is distinct from lower(n.last_name)
  )
  into replaced
  from new_rows n
  full join old_rows o on o.org_id = n.org_id and o.id = n.id;
  if replaced is null then
    return null;
  end if;

  -- Names that are already known are not kept twice: a source may switch back and forth.
  insert into former_names (org_id, user_id, name_no, user_name, email, first_name, last_name)
  select r.org_id, r.user_id, known.last_no + 1, r.user_name, r.email, r.first_name, r.last_name
  from unnest(replaced) r
  cross join lateral (
    select coalesce(max(f.name_no), 0) as last_no,
      bool_or(
        (f.user_name, f.email, f.first_name, f.last_name)
          is not distinct from (r.user_name, r.email, r.first_name, r.last_name)
      ) as is_known
    from former_names f
    where f.org_id = r.org_id and f.user_id = r.user_id
    offset 0
  ) known
  where known.is_known is not true;

  delete from former_names f
  using unnest(replaced) r
  cross join lateral (
    select max(k.name_no) - 20 as through from former_names k where k.org_id = r.org_id and k.user_id = r.user_id offset 0
  ) gone
  where f.org_id = r.org_id and f.user_id = r.user_id and f.name_no <= gone.through;
  return null;
end
$$;

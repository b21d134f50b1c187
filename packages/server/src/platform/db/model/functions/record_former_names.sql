-- Keeps names that were replaced, up to 20 per user.
create or replace function record_former_names(replaced former_names[]) returns void
language plpgsql
set enable_seqscan = off set jit = off
as $$
begin
  -- Not again what is known already: a source may go back and forth.
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
end
$$;

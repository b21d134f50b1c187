-- Keeps a desk in its building when it moves to another zone, on the same level or not. Published days show where it was then, so a move
-- marks no days; it counts as a change of the row.
-- Shown by: places/moves.test.ts
create or replace function move_desk() returns trigger
language plpgsql as $$
begin
  if (
    select count(distinct v.location_id)
    from zones z
    join levels v on v.org_id = z.org_id and v.id = z.level_id
    where z.org_id = new.org_id and z.id in (old.zone_id, new.zone_id)
  ) > 1 then
    raise exception 'Desk % cannot move to another building', new.id
      using errcode = '23514', table = 'places', constraint = 'places_building';
  end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;

-- Returns the days of a range, both ends included. PostgreSQL expects the same number of days of every range, because a function in
-- PL/pgSQL is not inlined: only then does a prepared statement keep one plan for all ranges.
-- Shown by: db/prepared.test.ts
create or replace function days_of_range(first_day date, last_day date) returns setof date
language plpgsql immutable parallel safe rows 7 as $$
begin
  return query select first_day + n from generate_series(0, last_day - first_day) n;
end
$$;

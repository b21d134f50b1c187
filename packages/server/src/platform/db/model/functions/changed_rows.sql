-- Builds a query of the rows that a statement changed, for triggers that see `new_rows`, `old_rows` or both. `shown` selects the
-- columns that matter, with %s for the table. It uses `except`, so rows that are written without a change do not count.
create or replace function changed_rows(operation text, shown text) returns text
language sql immutable
return case operation
  when 'INSERT' then format(shown, 'new_rows')
  when 'DELETE' then format(shown, 'old_rows')
  else format('(%1$s except %2$s) union all (%2$s except %1$s)', format(shown, 'new_rows'), format(shown, 'old_rows'))
end;

-- Marks all days of an organization, because a name that they show changed. Once for what a client sends at a time, however many rows
-- it renames: `rollcall.renamed` says when that was last done, so each further row costs a comparison.
create or replace function mark_names(org uuid) returns void
language plpgsql as $$
declare
  marked text := org || ' ' || statement_timestamp();
begin
  if current_setting('rollcall.renamed', true) is distinct from marked then
    perform set_config('rollcall.renamed', marked, true);
    perform tick_directory(org);
  end if;
end
$$;

-- Returns whether this transaction makes old days anonymous. Rows that it deletes were not canceled or corrected, so they are neither
-- logged nor published again, and counts that include them stay.
create or replace function is_anonymizing() returns boolean
language sql stable
return coalesce(current_setting('rollcall.anonymizing', true), '') = 'on';

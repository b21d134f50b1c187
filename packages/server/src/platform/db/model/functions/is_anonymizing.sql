-- Whether this transaction makes old days anonymous. Rows that go because of that were not canceled or corrected, so they are
-- neither logged nor published again, and the counts that were made of them stand.
create or replace function is_anonymizing() returns boolean
language sql stable
return coalesce(current_setting('rollcall.anonymizing', true), '') = 'on';

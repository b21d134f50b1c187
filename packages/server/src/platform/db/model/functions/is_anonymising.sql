-- What goes because its day is anonymous was not cancelled or corrected by anybody, and the counts that were made of it stand.
create or replace function is_anonymising() returns boolean
language sql stable
return coalesce(current_setting('rollcall.anonymising', true), '') = 'on';

-- Whoever remembers what week plans come down to needs to know whether they are still the same.
create trigger bump_after_insert after insert on week_plans referencing new table as touched_rows
for each statement execute function bump_revision();
create trigger bump_after_update after update on week_plans referencing new table as touched_rows
for each statement execute function bump_revision();
create trigger bump_after_delete after delete on week_plans referencing old table as touched_rows
for each statement execute function bump_revision();

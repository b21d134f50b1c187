-- The most that one import may take out of use or move, of each kind that is stored, in per cent; null: no guard.

alter table organizations
  add import_guard_percent integer default 20 check (import_guard_percent between 0 and 100);

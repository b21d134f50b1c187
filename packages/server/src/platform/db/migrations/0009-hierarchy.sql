-- The most that one hierarchy submission may remove of the stored relationships, in per cent; null: no guard.

alter table organizations
  add hierarchy_guard_percent integer check (hierarchy_guard_percent between 0 and 100);

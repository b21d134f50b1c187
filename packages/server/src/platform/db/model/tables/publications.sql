-- Every publication of the change feed, by its last position. Its id is random, so a position that is assigned again after a restore
-- belongs to another publication. After a restore of the database files, nothing else shows the difference.
create table publications (
  org_id uuid not null references organizations (id),
  -- The last position of the publication.
  position bigint not null,
  -- Random, so it never names another publication.
  id uuid not null default gen_random_uuid(),
  primary key (org_id, position)
);

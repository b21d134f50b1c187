-- Every publication of the change feed, under the last of its positions. Its id is random, so a position that was given out again
-- after a restore belongs to another publication, also where the files of the database were restored and nothing else shows it.
create table publications (
  org_id uuid not null references organizations (id),
  -- The last position of the publication.
  position bigint not null,
  -- Random, so it never names another publication.
  id uuid not null default gen_random_uuid(),
  primary key (org_id, position)
);

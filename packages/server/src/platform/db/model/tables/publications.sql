-- Every publication, under the last of its positions. Its id is random, so a position that was given out once more after a restore
-- is of another publication, also where the files of the database were restored and nothing else tells.
create table publications (
  org_id uuid not null references organizations (id),
  position bigint not null,
  id uuid not null default gen_random_uuid(),
  primary key (org_id, position)
);

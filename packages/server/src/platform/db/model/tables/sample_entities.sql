-- What the sample company of an organization consists of; everything else belongs to one of these. They are written down before they are
-- created, so that a removal finds them whenever the making ended.
create table sample_entities (
  org_id uuid not null references sample_companies (org_id) on delete cascade,
  -- What it is; levels, desks and the like belong to a location.
  kind text not null check (kind in ('location', 'group', 'user', 'source', 'key')),
  -- The id; of a source that which it calls itself.
  id text not null,
  primary key (org_id, kind, id)
);

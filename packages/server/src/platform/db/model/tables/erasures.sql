-- The erasures that were made, by whom and why. Neither a row nor its reason names the person.
create table erasures (
  org_id uuid not null,
  -- The erased user, whose id stays.
  user_id uuid not null,
  -- When the person was erased.
  erased_at timestamptz not null default now(),
  -- The administrator who erased the person; null: an operator or a key.
  erased_by_user_id uuid,
  -- Why, without naming the person.
  reason text not null,
  -- How many rows were removed or changed, by table.
  rows jsonb not null,
  -- How many days the next refresh publishes again.
  restated_days integer not null,
  -- When events that arrived during the erasure were erased as well; null until then.
  settled_at timestamptz,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index erasures_unsettled on erasures (erased_at) where settled_at is null;

-- Which erasures there were, by whom and why. Neither a row nor its reason names the person.
create table erasures (
  org_id uuid not null,
  -- The erased user, whose id stays.
  user_id uuid not null,
  -- When the person was erased.
  erased_at timestamptz not null default now(),
  -- Null: an operator, or a key.
  erased_by_user_id uuid,
  -- Why, without naming the person.
  reason text not null,
  -- How many rows were removed or changed, by table.
  rows jsonb not null,
  -- Days that the next refresh publishes again.
  restated_days integer not null,
  -- When events that were on their way meanwhile were looked for as well; null until then.
  settled_at timestamptz,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index erasures_unsettled on erasures (erased_at) where settled_at is null;

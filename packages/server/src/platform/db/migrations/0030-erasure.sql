-- Erasing a person (domain §11). The id stays, because facts refer to it; everything that says who it was goes.

alter table users
  add column erased_at timestamptz;

-- Who was erased, by whom and why. Names nobody: not the person, and neither does the reason.
create table erasures (
  org_id uuid not null,
  user_id uuid not null,
  erased_at timestamptz not null default now(),
  -- Null: an operator, or a key.
  erased_by_user_id uuid,
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

-- Nothing brings an erased person back: an import that still knows them is refused.
create function refuse_change_of_erased() returns trigger
language plpgsql as $$
begin
  raise exception 'User % was erased', old.id using errcode = '23514', table = 'users', constraint = 'users_erased';
end
$$;
create trigger keep_erased before update on users
for each row when (
  old.erased_at is not null
  and (new.user_name, new.email, new.first_name, new.last_name, new.attributes, new.status, new.erased_at)
    is distinct from (old.user_name, old.email, old.first_name, old.last_name, old.attributes, old.status, old.erased_at)
)
execute function refuse_change_of_erased();

-- An erasure says itself which days showed the person, and for which reason they change: not all since the user is known.
drop trigger tick_after_update on users;
create trigger tick_after_update after update on users referencing old table as old_rows new table as new_rows
for each statement when (current_setting('rollcall.erasing', true) is distinct from 'on') execute function tick_users();

alter table user_actions
  drop constraint user_actions_action_check,
  add constraint user_actions_action_check check (
    action in ('weekPlanChanged', 'planSet', 'planChanged', 'planRemoved', 'booked', 'moved', 'cancelled', 'erased')
  );

-- The invitees of a gathering, and their replies.
create table event_invitations (
  org_id uuid not null,
  -- The gathering.
  event_id uuid not null,
  -- The invited user.
  user_id uuid not null,
  -- What the user replied.
  reply text not null default 'invited' check (reply in ('invited', 'accepted', 'declined')),
  -- When the reply last changed.
  updated_at timestamptz not null default now(),
  primary key (org_id, event_id, user_id),
  foreign key (org_id, event_id) references workplace_events (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index event_invitations_user on event_invitations (org_id, user_id);

create trigger t40_mark_days after insert or update or delete on event_invitations
for each row execute function tick_event_invitations();

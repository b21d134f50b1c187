-- The organizations (tenants) of the service. Every node reads them; a change is announced by notify_access.
create table organizations (
  -- The identifier of the organization.
  id uuid primary key,
  -- The name of the organization.
  name text not null unique,
  -- The IANA time zone for everything that belongs to no location.
  time_zone text not null default 'UTC',
  -- When it was blocked: its keys and accounts are refused.
  blocked_at timestamptz,
  -- Why it was blocked.
  blocked_reason text,
  created_at timestamptz not null default now(),
  -- The percentage of stored relationships that one hierarchy submission may remove; null: no guard.
  hierarchy_guard_percent integer check (hierarchy_guard_percent between 0 and 100),
  -- The rule by which scarce desks are assigned.
  desk_fairness text not null default 'most-attended' check (desk_fairness in ('most-attended', 'equal-distribution')),
  -- Whether presence at a desk moves the booking of the user there.
  presence_based_booking boolean not null default false,
  -- Whether others may book an assigned desk on days when its assignee is not in.
  auto_release boolean not null default false,
  -- Figures about fewer people are withheld.
  minimum_group_size integer not null default 5 check (minimum_group_size between 1 and 100),
  -- Days after which presence becomes anonymous; null: never.
  presence_retention_days integer check (presence_retention_days between 31 and 3660),
  -- The same for occupancy.
  occupancy_retention_days integer check (occupancy_retention_days between 31 and 3660),
  -- The same for the log of user actions.
  log_retention_days integer check (log_retention_days between 31 and 3660),
  -- The same for visitors.
  visitor_retention_days integer check (visitor_retention_days between 31 and 3660),
  -- Days after which entries of the audit log are deleted; null: never.
  audit_retention_days integer default 400 check (audit_retention_days between 31 and 3660),
  -- Days after which a user whom a provider deleted is erased; null: never.
  deleted_user_retention_days integer default 90 check (deleted_user_retention_days between 31 and 3660),
  -- The percentage of the stored entities of each kind that one import may deactivate or move; null: no guard.
  import_guard_percent integer default 20 check (import_guard_percent between 0 and 100),
  -- Whether colleagues see the type of time off. It is health data, so by default only the person and administrators of bookings do.
  show_time_off_types boolean not null default false,
  -- Days before the current one that announcements of time off may still change; 0: none.
  time_off_backdating integer not null default 0 check (time_off_backdating between 0 and 60),
  -- When the time zone last changed; null: never.
  time_zone_changed_at timestamptz,
  -- Whether this database serves the organization. `here`: it does. `arriving`: it is being copied into this database, which does not
  -- serve it yet. `read-only`: it is about to leave, so writes are refused. `gone`: another database serves it.
  placement text not null default 'here' check (placement in ('here', 'arriving', 'read-only', 'gone')),
  -- The timeline of the change feed that the organization brought from another database; null: it has the timeline of this one.
  brought_timeline_id uuid,
  -- The timeline of this database when the organization arrived. Once there is a newer one, that is the timeline of the organization.
  arrived_timeline_id uuid
);

create trigger t20_change before insert or update on organizations
for each row execute function change_organization();

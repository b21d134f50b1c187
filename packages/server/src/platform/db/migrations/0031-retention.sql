-- How long personal data is kept (domain §11), and what was anonymised because of that.

alter table organizations
  -- Days after which facts lose their person; null: never.
  add presence_retention_days integer check (presence_retention_days between 31 and 3660),
  add occupancy_retention_days integer check (occupancy_retention_days between 31 and 3660),
  add log_retention_days integer check (log_retention_days between 31 and 3660),
  add visitor_retention_days integer check (visitor_retention_days between 31 and 3660);

-- Every run that anonymised something, of one kind. The highest `through` of a kind is the day up to which all of it is anonymous:
-- such days are never computed again.
create table retention_runs (
  org_id uuid not null references organizations (id),
  run_no bigint not null generated always as identity,
  kind text not null check (kind in ('presence', 'occupancy', 'log', 'visitors')),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- Written with each batch, so that the next run goes on where one was stopped.
  through date,
  -- How many rows were removed or changed, by table.
  rows jsonb not null default '{}',
  error text,
  primary key (org_id, run_no)
);
create index retention_runs_through on retention_runs (org_id, kind, through);

-- Of events on anonymous days: nobody can count any more who came.
alter table workplace_events
  add attended_count integer;

create or replace function event_attendance(org uuid, first_day date, last_day date)
returns table (event_id uuid, attended_count bigint)
language sql stable parallel safe
begin atomic
select e.id, count(distinct p.user_id)
from workplace_event_days e
join event_invitations i on i.org_id = e.org_id and i.event_id = e.id
join presence_events p on p.org_id = e.org_id and p.user_id = i.user_id and p.location_id = e.location_id and p.local_day = e.day
where e.org_id = org
  and e.starts_at >= first_day::timestamp at time zone 'UTC' - interval '14 hours'
  and e.starts_at < (last_day + 1)::timestamp at time zone 'UTC' + interval '12 hours'
  and e.day between first_day and last_day
  and p.org_id = org
  and p.utc_day between first_day - 1 and last_day + 1
group by e.id
union all
select e.id, k.attended_count
from workplace_event_days e
join workplace_events k on k.org_id = e.org_id and k.id = e.id
where e.org_id = org
  and e.starts_at >= first_day::timestamp at time zone 'UTC' - interval '14 hours'
  and e.starts_at < (last_day + 1)::timestamp at time zone 'UTC' + interval '12 hours'
  and e.day between first_day and last_day
  and k.attended_count > 0;
end;

-- What goes because its day is anonymous was not cancelled or corrected by anybody, and the counts that were made of it stand.
create function is_anonymising() returns boolean
language sql stable
return coalesce(current_setting('rollcall.anonymising', true), '') = 'on';

do $$
declare
  muted record;
  amount integer := 0;
begin
  for muted in
    select t.tgname as name, c.relname as table_name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and (c.relname, t.tgname) in (
      ('bookings', 'log_after_delete'), ('bookings', 'tick_after_delete'), ('bookings', 'notify_live_after_delete'),
      ('day_plans', 'log_after_delete'), ('day_plans', 'tick_after_delete'),
      ('presence_events', 'tick_after_delete'), ('occupancy_events', 'tick_after_delete')
    )
  loop
    execute format('drop trigger %I on %I', muted.name, muted.table_name);
    execute replace(muted.definition, ' FOR EACH STATEMENT ', ' FOR EACH STATEMENT WHEN (not is_anonymising()) ');
    amount := amount + 1;
  end loop;
  if amount <> 7 then
    raise exception 'Found % of 7 triggers', amount;
  end if;
end
$$;

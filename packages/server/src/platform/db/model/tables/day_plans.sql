-- What a user plans for a day.
create table day_plans (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  -- o: office, r: remote, a: away.
  plan text not null check (plan in ('o', 'r', 'a')),
  -- The building of an office day.
  location_id uuid,
  updated_at timestamptz not null default clock_timestamp(),
  -- What the plan comes from; each of these origins overrides those listed before it (domain §3).
  origin text not null check (origin in ('week-plan', 'day-plan', 'time-off')),
  changed_by changed_by not null,
  changed_by_user_id uuid,
  reason text,
  command_id uuid not null,
  -- The plan and the booking that a late announcement of time off replaced, on a day that was over; null on all other days.
  before_late_time_off jsonb,
  primary key (org_id, user_id, day),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);

create index day_plans_location on day_plans (org_id, location_id, day) where location_id is not null;
create index day_plans_by_day on day_plans (org_id, day, user_id);
create index day_plans_time_off on day_plans (org_id, day, user_id) where origin = 'time-off';
create index day_plans_signed on day_plans (org_id, day) where changed_by_user_id is not null or reason is not null;

create trigger t10_pin_location before insert or update of plan, location_id on day_plans
for each row when (new.plan = 'o' and new.location_id is null) execute function pin_location_of_day();
create trigger t20_touch before update on day_plans
for each row when (
  (old.plan, old.location_id, old.origin, old.changed_by) is distinct from (new.plan, new.location_id, new.origin, new.changed_by)
)
execute function touch_row();
create trigger t50_change_insert after insert on day_plans referencing new table as new_rows
for each statement execute function change_day_plans();
create trigger t50_change_update after update on day_plans referencing old table as old_rows new table as new_rows
for each statement execute function change_day_plans();
create trigger t50_change_delete after delete on day_plans referencing old table as old_rows
for each statement execute function change_day_plans();

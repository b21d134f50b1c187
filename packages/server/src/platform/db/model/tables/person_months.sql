-- Days of a month on which a user had an office plan, was seen, or was a no-show, with one bit per day, as in desk_months.
create table person_months (
  org_id uuid not null,
  -- The first day of the month.
  month date not null,
  user_id uuid not null,
  -- Days with an office plan.
  planned integer not null,
  -- Days with presence.
  seen integer not null,
  -- Days with an office plan and without presence.
  no_show integer not null,
  -- Days with a row of any kind. The minimum group size counts the users who have one in the period.
  involved integer not null default 0,
  primary key (org_id, month, user_id)
)
with (fillfactor = 80);

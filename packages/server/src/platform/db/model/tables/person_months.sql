-- Days of a month on which a user had an office plan, was seen, or was not: a bit for each day, as in desk_months.
create table person_months (
  org_id uuid not null,
  -- The first day of the month.
  month date not null,
  user_id uuid not null,
  -- Days with an office plan.
  planned integer not null,
  -- Days with presence.
  seen integer not null,
  -- Days planned and not seen.
  no_show integer not null,
  -- Days with a row of any kind, so that small groups are judged by those whom figures of a period are about.
  involved integer not null default 0,
  primary key (org_id, month, user_id)
)
with (fillfactor = 80);

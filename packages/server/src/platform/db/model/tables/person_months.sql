-- Days of a month, as bits again, on which somebody had an office plan, was seen, or was not.
create table person_months (
  org_id uuid not null,
  month date not null,
  user_id uuid not null,
  planned integer not null,
  seen integer not null,
  no_show integer not null,
  -- Days with a row of any kind, so that small groups are judged by those whom figures of a period are about.
  involved integer not null default 0,
  primary key (org_id, month, user_id)
)
with (fillfactor = 80);

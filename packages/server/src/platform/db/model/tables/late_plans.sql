-- How many more people planned to come in the last two weeks before a day, of the latest days, for forecasts. The refresh counts them
-- from the log, which takes seconds for all days of a large organization; a day that has changed since is counted again when it is read.
create table late_plans (
  org_id uuid not null,
  day date not null,
  -- How often the day had changed (day_changes) when it was counted.
  state bigint not null,
  -- By building, an array of people with the number of days that were left as its index.
  people jsonb not null,
  primary key (org_id, day)
);

-- What was made of the views to which people subscribed, with the numbers of that time.
create table reports (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Who subscribed.
  user_id uuid not null,
  -- The view, which may be gone.
  view_id uuid not null,
  -- The local day for which it was made.
  due_on date not null,
  -- The name of the view at that time.
  name text not null,
  -- The path of the page that it is about.
  page text not null,
  -- The query of the page, with days instead of a named period.
  search text not null,
  -- Buildings, groups and days in words.
  scope text not null,
  -- The same as facts: days, and the ids and names of buildings and groups.
  scope_facts jsonb not null,
  -- The figures and tables.
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  -- Two nodes, or one that was killed and starts again, make it once.
  unique (org_id, user_id, view_id, due_on),
  foreign key (org_id, user_id) references users (org_id, id)
);

create index reports_latest on reports (org_id, user_id, created_at, id);
create index reports_created on reports (created_at);

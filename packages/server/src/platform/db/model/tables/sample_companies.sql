-- The sample company of an organization, while there is one.
create table sample_companies (
  org_id uuid primary key references organizations (id),
  -- Whether it is being made or removed, is complete, or one of both ended with an error.
  state text not null check (state in ('making', 'made', 'failed', 'removing')),
  -- What is being done.
  step text check (step in ('directory', 'events', 'today', 'figures', 'removal')),
  -- How much of the step is done.
  done integer not null default 0,
  -- How much there is to do; 0: not known.
  total integer not null default 0,
  -- When it was requested. Its people and days follow from this time, so that it is resumed as it was started.
  started_at timestamptz not null default now(),
  -- When all of it was there.
  made_at timestamptz,
  -- The last day on which its people come.
  until date not null,
  -- Until when what happened has been sent; null: before the first time.
  sent_until timestamptz,
  -- Who gets a primary building with it; null: a key asked for it.
  user_id uuid,
  -- What went wrong.
  error text
);

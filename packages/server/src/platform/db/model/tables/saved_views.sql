-- Questions of pages of the web app that people named. A view holds no data: each reader sees what their own roles allow.
create table saved_views (
  org_id uuid not null,
  id uuid not null,
  -- The owner, who alone may change it.
  user_id uuid not null,
  -- What the owner calls it.
  name text not null,
  -- The path of the page that it opens.
  page text not null,
  -- The query of its address. Named periods in it stay relative.
  search text not null,
  -- The roles that see it, apart from the owner; empty: it is private.
  shared_with text[] not null default '{}',
  -- Rises with each change; the ETag.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, user_id, page, name),
  foreign key (org_id, user_id) references users (org_id, id)
);

-- What is shared in an organization: there is at most a few hundred of it.
create index saved_views_shared on saved_views (org_id) where shared_with <> '{}';

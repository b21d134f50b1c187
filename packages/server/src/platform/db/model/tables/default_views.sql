-- The view with which a page opens for a person.
create table default_views (
  org_id uuid not null,
  user_id uuid not null,
  -- The path of the page.
  page text not null,
  -- The view, which the person owns or shares.
  view_id uuid not null,
  primary key (org_id, user_id, page),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, view_id) references saved_views (org_id, id) on delete cascade
);

create index default_views_view on default_views (org_id, view_id);

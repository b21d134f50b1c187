-- What the desks of a level are drawn on. Apart from the levels, which are read without it.
create table level_floor_plans (
  org_id uuid not null,
  level_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  image bytea not null check (octet_length(image) between 1 and 4194304),
  width_metres double precision not null check (width_metres > 0),
  width_pixels integer not null check (width_pixels > 0),
  height_pixels integer not null check (height_pixels > 0),
  -- Of the image and its width together.
  version text not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, level_id),
  foreign key (org_id, level_id) references levels (org_id, id)
);
-- Images are compressed already.
alter table level_floor_plans alter column image set storage external;

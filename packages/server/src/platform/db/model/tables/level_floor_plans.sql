-- The image on which the desks of a level are drawn. Apart from the levels, which are read without it.
create table level_floor_plans (
  org_id uuid not null,
  level_id uuid not null,
  -- The format of the image.
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- At most 4 MiB.
  image bytea not null check (octet_length(image) between 1 and 4194304),
  -- How wide the floor shown by the image is.
  width_metres double precision not null check (width_metres > 0),
  -- The width of the image.
  width_pixels integer not null check (width_pixels > 0),
  -- The height of the image.
  height_pixels integer not null check (height_pixels > 0),
  -- Of the image and its width together.
  version text not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, level_id),
  foreign key (org_id, level_id) references levels (org_id, id)
);
-- Images are compressed already.
alter table level_floor_plans alter column image set storage external;

-- The image on which the desks of a level are drawn. It is separate from levels, because levels are read without it.
create table level_floor_plans (
  org_id uuid not null,
  level_id uuid not null,
  -- The format of the image.
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  -- The image, at most 4 MiB.
  image bytea not null check (octet_length(image) between 1 and 4194304),
  -- The width in meters of the floor that the image shows.
  width_metres double precision not null check (width_metres > 0),
  -- The width of the image in pixels.
  width_pixels integer not null check (width_pixels > 0),
  -- The height of the image in pixels.
  height_pixels integer not null check (height_pixels > 0),
  -- A hash of the image and its width in meters.
  version text not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, level_id),
  foreign key (org_id, level_id) references levels (org_id, id)
);
-- Images are compressed already.
alter table level_floor_plans alter column image set storage external;

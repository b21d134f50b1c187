-- Which published datasets of an organization are read, so that nodes prepare what the next reads need.
create table dataset_reads (
  org_id uuid not null references organizations (id),
  -- The dataset of the warehouse.
  dataset text not null check (dataset in ('user-booking-attendance', 'presence', 'headcount', 'occupancy', 'visits', 'policy-weeks')),
  -- The encoding of the pieces that were read: deflate for gzip, and zstd for everything else.
  form text not null check (form in ('deflated', 'zstandard')),
  -- The UTC day of the last read.
  read_on date not null,
  primary key (org_id, dataset, form)
);

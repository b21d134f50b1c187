-- The shape of the rows that the last refresh of an organization published. If the shape has changed, the next refresh publishes all
-- days of the dataset again.
create table segment_shapes (
  org_id uuid not null references organizations (id),
  dataset text not null check (dataset in ('user-booking-attendance', 'presence', 'headcount', 'occupancy', 'visits', 'policy-weeks')),
  -- Identifies the columns and the SQL, see segment-dataset.ts.
  shape text not null,
  primary key (org_id, dataset)
);

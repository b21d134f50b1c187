-- The shape of the rows that the last refresh of an organization published. Another one makes the next refresh publish them again.
create table segment_shapes (
  org_id uuid not null references organizations (id),
  dataset text not null check (dataset in ('user-booking-attendance', 'presence')),
  shape text not null,
  primary key (org_id, dataset)
);

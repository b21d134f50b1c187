-- Returns the publication that a position belongs to; null at the start of the feed.
create or replace function publication_at(org uuid, feed_position bigint) returns uuid
language sql stable
return (
  select p.id
  from publications p
  where p.org_id = org and p.position >= feed_position and feed_position > 0
  order by p.position
  limit 1
);

/**
 * The query of presence (contract §4) for the warehouse, which live reads, the refresh and the first read of a segment share. It
 * selects the events `e` of `$org` from `$firstDay` to `$lastDay`, with the column names of the contract. `e.local_day` and
 * `e.location_id` identify the segment of a row. An event has the node of its report and all nodes that contained it then (domain §6).
 *
 * It uses the primary key: it reads all events of the organization around the days, at every location.
 */
export const PRESENCE_ROWS = {
  columns: `
    e.event_id as "eventId", o.source_id as "sourceId", e.source_user_id as "sourceUserId", e.user_id as "userId",
    u.user_name as "userName", iso_timestamp(e.occurred_at) as timestamp, iso_timestamp(e.received_at) as "receivedAt",
    e.local_day as day, e.node_type as "locationType", e.location_id as "locationId", l.name as "locationName",
    v.id as "levelId", v.name as "levelName", z.id as "zoneId", z.name as "zoneName", p.id as "placeId", p.name as "placeName",
    s.id as "spaceId", s.name as "spaceName"`,
  from: `
    presence_events e
    join sources o on o.org_id = $org and o.source_no = e.source_no
    join users u on u.org_id = $org and u.id = e.user_id
    join locations l on l.org_id = $org and l.id = e.location_id
    left join spaces s on s.org_id = $org and s.id = case e.node_type when 'space' then e.node_id end
    left join places p on p.org_id = $org and p.id = case e.node_type when 'place' then e.node_id end
    left join former_desk_zones f on f.org_id = $org and f.place_id = p.id and e.local_day >= f.since and e.local_day < f.before
    left join zones z
      on z.org_id = $org and z.id = case e.node_type when 'zone' then e.node_id else coalesce(f.zone_id, p.zone_id) end
    left join levels v
      on v.org_id = $org and v.id = case e.node_type when 'level' then e.node_id else coalesce(z.level_id, s.level_id) end`,
  where: `
    e.org_id = $org and e.utc_day between $firstDay::date - 1 and $lastDay::date + 1
    and e.local_day between $firstDay::date and $lastDay::date`,
  /** The order of rows in one segment, which is the same in every database, because it does not depend on the collation. */
  order: 'e.occurred_at, o.source_id collate "C", e.event_id collate "C"',
} as const

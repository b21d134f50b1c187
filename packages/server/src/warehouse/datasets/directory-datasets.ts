import { ENDPOINTS, type Endpoint, LOCATION_FIELDS, publishedFields, USER_FIELDS } from '@rollcall/contract'
import { selectedFields } from '../../directory/entities/field-columns.ts'
import type { LiveDataset } from '../reading/live-reader.ts'

/**
 * Each group with all groups above it. A change of a parent counts for the rows of all groups below it, because the group that moved
 * is on their way up.
 */
const GROUP_CLOSURE = `
      with recursive closure as (
        select g.id as group_id, g.id as ancestor_id, 0 as depth, g.parent_id, g.updated_at
        from groups g
        where g.org_id = $org
        union all
        select c.group_id, a.id, c.depth + 1, a.parent_id, greatest(c.updated_at, a.updated_at)
        from closure c
        join groups a on a.org_id = $org and a.id = c.parent_id
      )`

/** Limits rows of history to those that were valid on `$asOf`, unless it is null. */
const ON_DAY =
  'and ($asOf::date is null or (h.valid_from <= $asOf::date and coalesce(h.valid_to, $asOf::date + 1) > $asOf::date))'

/**
 * The directory datasets (contract §4): the tables that each reads, for its ETag, and its rows, with the column names of the
 * contract. `$org` is the organization, `$asOf` the day of history or null. Rows are sorted by id, so that two reads can be compared line by line.
 */
export const DIRECTORY_DATASETS = [
  {
    endpoint: ENDPOINTS.readUsers,
    tables: ['users', 'groups', 'locations'],
    count: 'select count(*) from users where org_id = $org',
    rows: `
      select u.id as "userId", u.user_name as "userName", ${selectedFields('u', publishedFields(USER_FIELDS))},
        u.status, u.onboarded,
        u.primary_group_id as "primaryGroupId", g.name as "primaryGroupName",
        u.primary_location_id as "primaryLocationId", l.name as "primaryLocationName",
        iso_timestamp(u.created_at) as "createdAt",
        iso_timestamp(greatest(u.updated_at, g.updated_at, l.updated_at)) as "updatedAt"
      from users u
      left join groups g on g.org_id = u.org_id and g.id = u.primary_group_id
      left join locations l on l.org_id = u.org_id and l.id = u.primary_location_id
      where u.org_id = $org
      order by u.id`,
  },
  {
    endpoint: ENDPOINTS.readGroups,
    tables: ['groups', 'group_members', 'group_member_history', 'users'],
    count: 'select count(*) from groups where org_id = $org',
    rows: `
      with members as (
        select m.group_id, count(*) filter (where u.status = 'active') as members, max(u.updated_at) as updated_at
        from group_members m
        join users u on u.org_id = m.org_id and u.id = m.user_id
        where m.org_id = $org
        group by m.group_id
      ),
      -- Members who have left are known by the history only.
      changes as (
        select h.group_id, max(h.updated_at) as updated_at
        from group_member_history h
        where h.org_id = $org
        group by h.group_id
      )
      select g.id as "groupId", g.name as "groupName", g.type as "groupType", g.parent_id as "parentGroupId",
        p.name as "parentGroupName", coalesce(m.members, 0) as "memberCount", g.status,
        iso_timestamp(greatest(g.updated_at, p.updated_at, m.updated_at, c.updated_at)) as "updatedAt"
      from groups g
      left join groups p on p.org_id = g.org_id and p.id = g.parent_id
      left join members m on m.group_id = g.id
      left join changes c on c.group_id = g.id
      where g.org_id = $org
      order by g.id`,
  },
  {
    endpoint: ENDPOINTS.readLocations,
    tables: ['locations', 'levels', 'zones', 'places', 'spaces'],
    count: 'select count(*) from locations where org_id = $org',
    rows: `
      with desks as (
        select l.location_id, count(*) filter (where p.status = 'active') as desks, max(p.updated_at) as updated_at
        from places p
        join zones z on z.org_id = p.org_id and z.id = p.zone_id
        join levels l on l.org_id = z.org_id and l.id = z.level_id
        where p.org_id = $org
        group by l.location_id
      ),
      rooms as (
        select l.location_id, count(*) filter (where s.status = 'active') as spaces, max(s.updated_at) as updated_at
        from spaces s
        join levels l on l.org_id = s.org_id and l.id = s.level_id
        where s.org_id = $org
        group by l.location_id
      )
      select b.id as "locationId", b.name as "locationName", ${selectedFields('b', publishedFields(LOCATION_FIELDS))}, b.status, b.time_zone as "timeZone",
        coalesce(desks.desks, 0) as "deskCount", coalesce(rooms.spaces, 0) as "spaceCount",
        iso_timestamp(greatest(b.updated_at, desks.updated_at, rooms.updated_at)) as "updatedAt"
      from locations b
      left join desks on desks.location_id = b.id
      left join rooms on rooms.location_id = b.id
      where b.org_id = $org
      order by b.id`,
  },
  {
    endpoint: ENDPOINTS.readDesks,
    tables: ['places', 'zones', 'levels', 'locations'],
    count: 'select count(*) from places where org_id = $org',
    rows: `
      select p.id as "deskId", p.name as "deskName", p.status, b.id as "locationId", b.name as "locationName",
        l.id as "levelId", l.name as "levelName", z.id as "zoneId", z.name as "zoneName", z.kind as "zoneType",
        p.assigned_user_id as "assignedUserId",
        iso_timestamp(greatest(p.updated_at, z.updated_at, l.updated_at, b.updated_at)) as "updatedAt", p.amenities, p.screens
      from places p
      join zones z on z.org_id = p.org_id and z.id = p.zone_id
      join levels l on l.org_id = z.org_id and l.id = z.level_id
      join locations b on b.org_id = l.org_id and b.id = l.location_id
      where p.org_id = $org
      order by p.id`,
  },
  {
    endpoint: ENDPOINTS.readSpaces,
    tables: ['spaces', 'levels', 'locations'],
    count: 'select count(*) from spaces where org_id = $org',
    rows: `
      select s.id as "spaceId", s.name as "spaceName", s.type as "spaceType", s.capacity, s.status,
        b.id as "locationId", b.name as "locationName", l.id as "levelId", l.name as "levelName",
        iso_timestamp(greatest(s.updated_at, l.updated_at, b.updated_at)) as "updatedAt"
      from spaces s
      join levels l on l.org_id = s.org_id and l.id = s.level_id
      join locations b on b.org_id = l.org_id and b.id = l.location_id
      where s.org_id = $org
      order by s.id`,
  },
  {
    endpoint: ENDPOINTS.readGroupMembers,
    tables: ['group_member_history', 'groups'],
    count: `select count(*) from group_member_history h where h.org_id = $org ${ON_DAY}`,
    rows: `
      select h.group_id as "groupId", h.user_id as "userId", h.valid_from as "validFrom", h.valid_to as "validTo",
        g.name as "groupName", g.type as "groupType", iso_timestamp(greatest(h.updated_at, g.updated_at)) as "updatedAt"
      from group_member_history h
      join groups g on g.org_id = h.org_id and g.id = h.group_id
      where h.org_id = $org ${ON_DAY}
      order by h.group_id, h.user_id, h.valid_from`,
  },
  {
    endpoint: ENDPOINTS.readGroupClosure,
    tables: ['groups'],
    count: `${GROUP_CLOSURE} select count(*) from closure`,
    rows: `
      ${GROUP_CLOSURE}
      select c.ancestor_id as "ancestorGroupId", c.group_id as "groupId", c.depth, a.name as "ancestorGroupName",
        g.name as "groupName", iso_timestamp(c.updated_at) as "updatedAt"
      from closure c
      join groups a on a.org_id = $org and a.id = c.ancestor_id
      join groups g on g.org_id = $org and g.id = c.group_id
      order by c.ancestor_id, c.group_id`,
  },
  {
    endpoint: ENDPOINTS.readDeskHistory,
    tables: ['desk_history', 'places', 'zones', 'levels', 'locations'],
    count: `select count(*) from desk_history h where h.org_id = $org ${ON_DAY}`,
    rows: `
      select h.place_id as "deskId", h.valid_from as "validFrom", h.valid_to as "validTo", p.name as "deskName", h.status,
        b.id as "locationId", b.name as "locationName", l.id as "levelId", l.name as "levelName",
        z.id as "zoneId", z.name as "zoneName", h.assigned_user_id as "assignedUserId",
        iso_timestamp(greatest(h.updated_at, p.updated_at, z.updated_at, l.updated_at, b.updated_at)) as "updatedAt"
      from desk_history h
      join places p on p.org_id = h.org_id and p.id = h.place_id
      join zones z on z.org_id = h.org_id and z.id = h.zone_id
      join levels l on l.org_id = z.org_id and l.id = z.level_id
      join locations b on b.org_id = l.org_id and b.id = l.location_id
      where h.org_id = $org ${ON_DAY}
      order by h.place_id, h.valid_from`,
  },
] as const satisfies readonly (LiveDataset & { endpoint: Endpoint })[]

import { ENDPOINTS, type Endpoint, LOCATION_FIELDS, publishedFields, USER_FIELDS } from '@rollcall/contract'
import { selectedFields } from '../../directory/entities/field-columns.ts'
import type { LiveDataset } from '../reading/live-reader.ts'

/**
 * The directory datasets (contract §4): the tables that each reads, for its ETag, and its rows, with the column names of the
 * contract. `$org` is the organization. Rows are sorted by id, so that two reads can be compared line by line.
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
        iso_timestamp(u.created_at) as "createdAt", iso_timestamp(u.updated_at) as "updatedAt"
      from users u
      left join groups g on g.org_id = u.org_id and g.id = u.primary_group_id
      left join locations l on l.org_id = u.org_id and l.id = u.primary_location_id
      where u.org_id = $org
      order by u.id`,
  },
  {
    endpoint: ENDPOINTS.readGroups,
    tables: ['groups', 'group_members', 'users'],
    count: 'select count(*) from groups where org_id = $org',
    rows: `
      with members as (
        select m.group_id, count(*) as members
        from group_members m
        join users u on u.org_id = m.org_id and u.id = m.user_id
        where m.org_id = $org and u.status = 'active'
        group by m.group_id
      )
      select g.id as "groupId", g.name as "groupName", g.type as "groupType", g.parent_id as "parentGroupId",
        p.name as "parentGroupName", coalesce(m.members, 0) as "memberCount", g.status,
        iso_timestamp(g.updated_at) as "updatedAt"
      from groups g
      left join groups p on p.org_id = g.org_id and p.id = g.parent_id
      left join members m on m.group_id = g.id
      where g.org_id = $org
      order by g.id`,
  },
  {
    endpoint: ENDPOINTS.readLocations,
    tables: ['locations', 'levels', 'zones', 'places', 'spaces'],
    count: 'select count(*) from locations where org_id = $org',
    rows: `
      with desks as (
        select l.location_id, count(*) as desks
        from places p
        join zones z on z.org_id = p.org_id and z.id = p.zone_id
        join levels l on l.org_id = z.org_id and l.id = z.level_id
        where p.org_id = $org and p.status = 'active'
        group by l.location_id
      ),
      rooms as (
        select l.location_id, count(*) as spaces
        from spaces s
        join levels l on l.org_id = s.org_id and l.id = s.level_id
        where s.org_id = $org and s.status = 'active'
        group by l.location_id
      )
      select b.id as "locationId", b.name as "locationName", ${selectedFields('b', publishedFields(LOCATION_FIELDS))}, b.status, b.time_zone as "timeZone",
        coalesce(desks.desks, 0) as "deskCount", coalesce(rooms.spaces, 0) as "spaceCount",
        iso_timestamp(b.updated_at) as "updatedAt"
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
        p.assigned_user_id as "assignedUserId", iso_timestamp(p.updated_at) as "updatedAt"
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
        iso_timestamp(s.updated_at) as "updatedAt"
      from spaces s
      join levels l on l.org_id = s.org_id and l.id = s.level_id
      join locations b on b.org_id = l.org_id and b.id = l.location_id
      where s.org_id = $org
      order by s.id`,
  },
] as const satisfies readonly (LiveDataset & { endpoint: Endpoint })[]

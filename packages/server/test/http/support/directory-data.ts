import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export const CREATED = '2026-01-05T09:00:00.123Z'
export const UPDATED = '2026-02-06T10:30:00.456Z'
const times = { created_at: CREATED, updated_at: UPDATED }

const insert = async (pool: pg.Pool, table: string, rows: Record<string, unknown>[]): Promise<void> => {
  const columns = Object.keys(rows[0] as object).join(', ')
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`
  await pool.query(text, [JSON.stringify(rows)])
}

/** A small organization: two buildings, of which only the first is furnished, and three people. */
export const seedDirectory = async (pool: pg.Pool, orgId: string, mark = 'a') => {
  const id = () => randomUUID()
  const ids = {
    berlin: id(),
    closed: id(),
    level: id(),
    openZone: id(),
    deskZone: id(),
    desk: id(),
    ownDesk: id(),
    oldDesk: id(),
    room: id(),
    oldRoom: id(),
    product: id(),
    engineering: id(),
    ada: id(),
    grace: id(),
    leaver: id(),
  }
  const named = (key: keyof typeof ids, name: string) => ({ org_id: orgId, id: ids[key], name: `${name} ${mark}`, ...times })
  await insert(pool, 'locations', [
    {
      ...named('berlin', 'Berlin'),
      address: 'Invalidenstraße 1, "Mitte"\n10115 Berlin',
      time_zone: 'Europe/Berlin',
      status: 'active',
    },
    { ...named('closed', 'Closed'), address: null, time_zone: 'UTC', status: 'inactive' },
  ])
  await insert(pool, 'levels', [{ ...named('level', 'Level'), location_id: ids.berlin, status: 'active' }])
  await insert(pool, 'zones', [
    { ...named('openZone', 'North'), level_id: ids.level, kind: 'neighborhood', capacity: 12, status: 'active' },
    { ...named('deskZone', 'South'), level_id: ids.level, kind: 'individual', capacity: null, status: 'active' },
  ])
  await insert(pool, 'groups', [
    { ...named('product', 'Product'), type: 'department', parent_id: null, origin: 'hierarchy', status: 'active' },
    { ...named('engineering', 'Engineering'), type: 'team', parent_id: ids.product, origin: 'attribute', status: 'inactive' },
  ])
  const user = (key: 'ada' | 'grace' | 'leaver') => ({
    org_id: orgId,
    id: ids[key],
    user_name: `${key}.${mark}@example.com`,
    ...times,
  })
  await insert(
    pool,
    'users',
    [
      {
        ...user('ada'),
        email: `mail.${mark}@example.com`,
        first_name: 'Ada',
        last_name: 'Byron',
        status: 'active',
        onboarded: true,
        primary_group_id: ids.engineering,
        primary_location_id: ids.berlin,
        attributes: {},
      },
      { ...user('grace'), status: 'active', onboarded: false, attributes: {} },
      { ...user('leaver'), status: 'inactive', onboarded: true, attributes: {} },
    ].map((row) => ({
      email: null,
      first_name: null,
      last_name: null,
      primary_group_id: null,
      primary_location_id: null,
      ...row,
    })),
  )
  await insert(pool, 'group_members', [
    { org_id: orgId, group_id: ids.engineering, user_id: ids.ada },
    { org_id: orgId, group_id: ids.engineering, user_id: ids.leaver },
  ])
  await insert(pool, 'source_identities', [
    { org_id: orgId, source_id: 'badges', source_user_id: `card-${mark}`, user_id: ids.ada },
  ])
  const desk = (key: 'desk' | 'ownDesk' | 'oldDesk', status: string, assigned: string | null) => ({
    ...named(key, key),
    zone_id: ids.deskZone,
    assigned_user_id: assigned,
    status,
  })
  await insert(pool, 'places', [
    desk('desk', 'active', null),
    desk('ownDesk', 'active', ids.ada),
    desk('oldDesk', 'inactive', null),
  ])
  await insert(pool, 'spaces', [
    { ...named('room', 'Room'), level_id: ids.level, type: 'meeting-room', capacity: 8, status: 'active' },
    { ...named('oldRoom', 'Old room'), level_id: ids.level, type: 'booth', capacity: null, status: 'inactive' },
  ])
  // A desk moved here and a member left, a year after history began.
  for (const history of ['group_member_history', 'desk_history']) {
    await pool.query(`update ${history} set valid_from = '2025-03-01', updated_at = $2 where org_id = $1`, [orgId, UPDATED])
  }
  await pool.query(
    `insert into desk_history (org_id, place_id, location_id, zone_id, status, assigned_user_id, valid_from, valid_to, updated_at)
     select org_id, place_id, location_id, zone_id, status, $2, '2024-03-01', '2025-03-01', $4
     from desk_history where org_id = $1 and place_id = $3`,
    [orgId, ids.ada, ids.desk, UPDATED],
  )
  await pool.query(
    `insert into group_member_history (org_id, group_id, user_id, valid_from, valid_to, updated_at)
     values ($1, $2, $3, '2024-03-01', '2024-06-01', $4)`,
    [orgId, ids.product, ids.grace, UPDATED],
  )
  return ids
}

export type DirectoryIds = Awaited<ReturnType<typeof seedDirectory>>

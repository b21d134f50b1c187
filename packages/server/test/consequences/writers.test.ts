import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../../src')

/** Tables whose changes have consequences for plans, bookings and what is published, and which statements change them. */
const FOLLOWED = {
  nodes: /(update|updateTable\(') *(locations|levels|zones|places|parking_bays)\b/,
  users: /(update|updateTable\(') *users\b/,
  'day plans': /(insert into|update|delete from) day_plans\b/,
  calendars: /(insert into|update|delete from) (holidays|closures|outages)\b/,
  'the end of the change feed': /(insert into|update) change_feeds\b/,
  'first days of presence': /(insert into|update) location_presence\b/,
  'a table by name': /(update|delete from) (\$\{sql\.table|\$\{name\})/,
} as const

/**
 * Every file that changes one of them, and how its consequences follow. A new writer belongs here, with the function that it calls;
 * without one, with the reason why nothing follows.
 */
const WRITERS: Record<keyof typeof FOLLOWED, Record<string, RegExp | string>> = {
  nodes: {
    'directory/places/layout-service.ts': 'where desks and zones stand on their plan, and new ones, which have no booking',
    'directory/places/position-service.ts': 'where a desk stands on its plan changes no booking',
    'planning/check-in/desk-codes.ts': 'the QR code of a desk changes no booking',
    'planning/calendar/calendar-service.ts': /await releaseBookingsOfClosedDays\(trx, orgId, actor, locationId\)/,
  },
  users: {
    'directory/accounts/set-up.ts': 'the names of the first administrator',
    'directory/attributes/apply-mappings.ts': /await usersChanged\(db, orgId, before\.slice\(/,
    'directory/attributes/attribute-store.ts': 'attributes; what they mean is applied by applyMappings',
    'directory/groups/member-service.ts': 'the primary group, which no plan depends on',
    'operations/provisioning/group-members.ts': 'the primary group, which no plan depends on',
    'operations/provisioning/user-store.ts':
      /changingUsers\(trx, directoryConsequences[\s\S]*applyMappings\([\s\S]*applyMappings\(/,
  },
  'day plans': {
    'operations/imports/save-day-plans.ts': /await releaseBookingsOfDays\(/,
    'operations/privacy/late-presence.ts': 'removes days with their bookings, bookings first',
    'planning/consequences/days-of-horizon.ts': /await releaseBookingsOfDays\(/,
    'planning/consequences/days-of-primary-location.ts': /return releaseBookingsOfDays\(/,
    'planning/consequences/days-off-of-returners.ts': 'days without a plan, which have no booking',
    'planning/consequences/remove-days.ts': /return cancelBookings\(/,
    'planning/horizon/horizon-store.ts': 'new days that follow the week plan: a day without a plan has no booking',
    'planning/plans/day-plans.ts': /await releaseBookingsOfDays\([\s\S]*await releaseBookingsOfDays\(/,
    'planning/timeoff/late-days-off.ts': 'a day off has no booking, and gets the one of before again',
    'planning/timeoff/timeoff-days.ts': /await releaseBookingsOfDays\([\s\S]*await releaseParkingOfDaysOff\(/,
  },
  calendars: { 'planning/calendar/calendar-entries.ts': 'called by changing() of calendar-service.ts, which cancels bookings' },
  'the end of the change feed': {
    'warehouse/published/fixed-segments.ts': /feed as \([\s\S]*insert into publications [^)]*\) select \$1, position from feed/,
    'warehouse/refresh/revision-store.ts':
      /moved as \([\s\S]*insert into publications [^)]*\) select org_id, position from moved/,
  },
  'first days of presence': { 'intake/presence/presence-events.ts': /changed_at = clock_timestamp\(\)/ },
  'a table by name': {
    'directory/entities/entity-table.ts': 'called by changeEntity, whose callers pass what follows (below)',
    'gate/sealing/reseal.ts': 'secrets under another sealing key',
    'operations/imports/save-entities.ts': /const before = await updateRows\([\s\S]*await follow\(run, table, before\)/,
    'operations/moving/catch-up.ts': 'rows as they are: what follows was written in the cell that they come from',
    'operations/moving/copy-parts.ts': 'rows as they are: what follows was written in the cell that they come from',
    'operations/privacy/erase-rows.ts': /changingUsers\(trx, directoryConsequences/,
    'planning/calendar/calendar-entries.ts': 'closures and outages: called by changing() of calendar-service.ts',
    'warehouse/analytics/rollup-store.ts': 'figures',
  },
}

/** Callers of the one update of an entity, by its table. */
const CHANGES_OF_ENTITIES: Record<string, RegExp | string> = {
  'directory/entities/entity-service.ts': 'calls the callers of changeEntity (here)',
  'directory/entities/change-several.ts': 'calls the callers of changeEntities (here)',
  'directory/entities/entity-table.ts': 'one is changed as several are',
  'directory/groups/group-service.ts': 'groups: nothing follows',
  'directory/people/user-service.ts':
    /changeEntity\(db, USERS[\s\S]*changingUsers\([\s\S]*changingUsers\([^)]*\) => changeEntities\(trx[\s\S]*changeEntity\(db, USERS[\s\S]*changingUsers\(/,
  'directory/places/change-several-places.ts': /changingNodes\([\s\S]*changeEntities\(trx, PLACES/,
  'directory/places/deactivation-preview.ts': /changingNodes\(trx, consequences/,
  'directory/places/node-service.ts': /changeEntity\(db, table[\s\S]*changingNodes\(trx, consequences/,
}

const filesWith = async (pattern: RegExp): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const path of await readdir(SOURCE, { recursive: true })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCE, path), 'utf8')
    if (pattern.test(text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''))) found.set(path, text)
  }
  return found
}

const expectFollowed = async (pattern: RegExp, writers: Record<string, RegExp | string>) => {
  const files = await filesWith(pattern)
  expect([...files.keys()].sort()).toEqual(Object.keys(writers).sort())
  for (const [path, follows] of Object.entries(writers)) {
    if (typeof follows !== 'string') expect(files.get(path), path).toMatch(follows)
  }
}

describe('what follows from a change follows from every writer', () => {
  it.each(Object.keys(FOLLOWED) as (keyof typeof FOLLOWED)[])('of %s', async (kind) => {
    await expectFollowed(FOLLOWED[kind], WRITERS[kind])
  })

  it('of entities that are changed by their descriptor', async () => {
    await expectFollowed(/\b(changeEntity|changeEntities|updateEntity|updateEntities)\((db|trx),/, CHANGES_OF_ENTITIES)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  FORECAST_DAYS,
  MAX_ATTRIBUTE_NAME,
  MAX_ATTRIBUTE_UPDATES,
  MAX_ATTRIBUTE_VALUE,
  MAX_ATTRIBUTES,
  MAX_CHANGES,
  MAX_CREDENTIAL_UPDATES,
  MAX_CREDENTIALS,
  MAX_EVENT_RANGE_DAYS,
  MAX_EVENTS,
  MAX_FUTURE_MS,
  MAX_GROUP_RELATIONSHIPS,
  MAX_LISTED_IDS,
  MAX_PASSWORD,
  MAX_RANGE_DAYS,
  MAX_RETENTION_DAYS,
  MAX_SCAN_DATA,
  MAX_SCAN_DATUM,
  MAX_STORED_ATTRIBUTES,
  MAX_STREAMS_PER_NODE,
  MAX_STREAMS_PER_SESSION,
  MIN_PASSWORD,
  MIN_RETENTION_DAYS,
  REPLAY_BATCH,
} from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { SET_UP_HOURS } from '../../../server/src/directory/accounts/set-up.ts'
import { MAX_LEVELS } from '../../../server/src/directory/hierarchy/hierarchy-levels.ts'
import { CLOCK_TOLERANCE_SECONDS } from '../../../server/src/gate/authentication/access-service.ts'
import { BODY_LIMIT, PUBLIC_BODY_LIMIT } from '../../../server/src/gate/http/body.ts'
import { MAX_HEADER_BYTES } from '../../../server/src/gate/http/unparsed.ts'
import { DRAIN_BYTES } from '../../../server/src/gate/http/unread-bodies.ts'
import { TOKEN_SECONDS } from '../../../server/src/gate/tokens/signing-keys.ts'
import { QUARANTINE_DAYS } from '../../../server/src/operations/quarantine/quarantine-service.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import {
  EXPORT_CONNECTIONS,
  JOB_CONNECTIONS,
  STATEMENT_MS,
  WAITING_PER_CONNECTION,
} from '../../../server/src/platform/db/pools.ts'
import { REQUEST_LOCK_WAIT_MS } from '../../../server/src/platform/transactions/lock-wait.ts'
import { HISTORY_DAYS, MIN_WORKING_DAYS } from '../../../server/src/warehouse/analytics/forecast-method.ts'
import { READERS } from '../../../server/src/warehouse/readers/readers.ts'
import { ROOT } from './pages.ts'

const MIB = 2 ** 20
const { port, poolSize, cacheMib, organizationShare } = readConfig({}, {})

/** What a page says, with the figures that it has to give there, in their order. */
const LIMITS: Readonly<Record<string, readonly (readonly [says: RegExp, ...figures: number[]])[]>> = {
  'docs/administrators/analytics.md': [
    [/each of the next (\d+) days/, FORECAST_DAYS],
    [/same weekday in the (\d+) days before/, HISTORY_DAYS],
    [/A forecast needs (\d+) such working days/, MIN_WORKING_DAYS],
  ],
  'docs/integrators/errors-and-limits.md': [
    [/^\| body of a call.* \| (\S+) MiB \|/m, BODY_LIMIT / MIB],
    [/^\| events in a call \| (\S+) \|/m, MAX_EVENTS],
    [/^\| updates of access credentials in a call.* \| (\d+), (\d+) \|/m, MAX_CREDENTIAL_UPDATES, MAX_CREDENTIALS],
    [/^\| updates of user attributes in a call \| (\S+) \|/m, MAX_ATTRIBUTE_UPDATES],
    [/^\| group relationships in a call \| (\S+) \|/m, MAX_GROUP_RELATIONSHIPS],
    [/^\| levels of groups[^|]* \| (\S+) \|/m, MAX_LEVELS],
    [/^\| days between `startDate` and `endDate` \| (\d+); (\d+) on `events` \|/m, MAX_RANGE_DAYS, MAX_EVENT_RANGE_DAYS],
    [/^\| ids in a comma list \| (\S+) \|/m, MAX_LISTED_IDS],
    [/^\| segments in a response of the change feed \| (\S+) \|/m, MAX_CHANGES],
    [/^\| an event's time in the future \| (\d+) hours \|/m, MAX_FUTURE_MS / 3_600_000],
    [/^\| clock difference with an HMAC \| (\d+) seconds \|/m, CLOCK_TOLERANCE_SECONDS],
    [/^\| life of the link.* \| (\d+) hours \|/m, SET_UP_HOURS],
    [/^\| life of a token \| (\d+) hour \|/m, TOKEN_SECONDS / 3600],
    [/quarantine for (\d+) days/, QUARANTINE_DAYS],
    [/10 seconds or (\d+) MiB/, DRAIN_BYTES / MIB],
  ],
  'docs/integrators/credentials-and-visitors.md': [
    [/up to (\d+) updates a call, up to (\d+) cards an update/, MAX_CREDENTIAL_UPDATES, MAX_CREDENTIALS],
    [/up to (\d+) texts of up to (\d+) characters/, MAX_SCAN_DATA, MAX_SCAN_DATUM],
  ],
  'docs/integrators/first-calls.md': [[/(\d+) seconds/, CLOCK_TOLERANCE_SECONDS]],
  'docs/integrators/group-hierarchy.md': [
    [/0–(\S+) rows and at most\s+(\d+) MiB/, MAX_GROUP_RELATIONSHIPS, BODY_LIMIT / MIB],
    [/at most (\d+) levels/, MAX_LEVELS],
  ],
  'docs/integrators/investigating.md': [[/quarantine for (\d+) days/, QUARANTINE_DAYS]],
  'docs/integrators/parking.md': [[/at most (\d+) days after the first/, MAX_RANGE_DAYS]],
  'docs/integrators/submitting-events.md': [
    [/1 to (\S+) events a call/, MAX_EVENTS],
    [/at most (\d+) MiB/, BODY_LIMIT / MIB],
    [/at most (\d+) hours/, MAX_FUTURE_MS / 3_600_000],
    [/quarantine for (\d+) days/, QUARANTINE_DAYS],
  ],
  'docs/integrators/user-attributes.md': [
    [/for 1 to (\S+) users a call/, MAX_ATTRIBUTE_UPDATES],
    [
      /Names have 1 to (\d+) characters, values up to (\S+); an item has up to (\d+) attributes, a user (\d+) in all/,
      MAX_ATTRIBUTE_NAME,
      MAX_ATTRIBUTE_VALUE,
      MAX_ATTRIBUTES,
      MAX_STORED_ATTRIBUTES,
    ],
  ],
  'docs/integrators/warehouse.md': [
    [/at most (\d+) days after the first, on `events` and `calendar` (\d+)/, MAX_RANGE_DAYS, MAX_EVENT_RANGE_DAYS],
  ],
  'docs/operators/accounts.md': [
    [/works for (\d+) hours/, SET_UP_HOURS],
    [/(\d+) to (\d+) characters/, MIN_PASSWORD, MAX_PASSWORD],
  ],
  'docs/operators/privacy.md': [[/(\d+) to (\S+) days/, MIN_RETENTION_DAYS, MAX_RETENTION_DAYS]],
  'docs/operators/quarantine.md': [[/for (\d+) days/, QUARANTINE_DAYS]],
  'docs/operators/running.md': [
    [/^\| `PORT`, `HOST` +\| (\d+), /m, port],
    [/^\| `ROLLCALL_POOL_SIZE` +\| (\d+) +\|/m, poolSize],
    [/^\| `ROLLCALL_CACHE_MIB` +\| (\d+) +\|/m, cacheMib],
    [/^\| `ROLLCALL_ORGANIZATION_SHARE` +\| (\d+) +\|/m, organizationShare],
    [/at most (\d+) per session or key and (\S+) per node/, MAX_STREAMS_PER_SESSION, MAX_STREAMS_PER_NODE],
  ],
  'docs/operators/scaling.md': [
    [/(\d+) for streamed answers, (\d+) for the night/, EXPORT_CONNECTIONS, JOB_CONNECTIONS],
    [/^\| body \| (\d+) MiB after decoding, (\d+) KiB/m, BODY_LIMIT / MIB, PUBLIC_BODY_LIMIT / 1024],
    [/^\| head of a request.* \| (\d+) KiB/m, MAX_HEADER_BYTES / 1024],
    [/^\| waiting for the connections of requests \| (\d+) for each/m, WAITING_PER_CONNECTION],
    [/^\| a statement of a request.* \| (\d+) s;/m, STATEMENT_MS / 1000],
    [/^\| a directory import, .* \| (\d+) s \|/m, REQUEST_LOCK_WAIT_MS / 1000],
    [/`ROLLCALL_ORGANIZATION_SHARE` limits it: (\d+) % by default/, organizationShare],
    [/^\| streamed answers, and waiting for them \| (\d+) of (\d+)/m, READERS.perOrg, READERS.all],
    [/^\| live streams \| (\d+) a session or key, (\S+) a node/m, MAX_STREAMS_PER_SESSION, MAX_STREAMS_PER_NODE],
  ],
  'docs/decisions/integrators.md': [
    [/^\| Size of a hierarchy \| 0–(\S+) rows in one body of at most (\d+) MiB/m, MAX_GROUP_RELATIONSHIPS, BODY_LIMIT / MIB],
    [/^\| Replay of quarantine \| (\S+) events a call/m, REPLAY_BATCH],
    [/^\| Identical ids in a comma list \|[^|]* (\S+) \|/m, MAX_LISTED_IDS],
  ],
  'docs/decisions/operators.md': [
    [/^\| Passwords \| (\d+) to (\d+) characters/m, MIN_PASSWORD, MAX_PASSWORD],
    [/^\| Limits of retention \| (\d+) to (\S+) days/m, MIN_RETENTION_DAYS, MAX_RETENTION_DAYS],
  ],
}

interface Report {
  readonly parts: Readonly<
    Record<string, { readonly figures: readonly Record<'name' | 'value' | 'notes' | 'reference', string>[] }>
  >
}

const TWO_WEEKS_AHEAD = 'plans known two weeks ahead: forecast of 1 to 6 days ahead'

/** What a page quotes of the last report of the bench, and where the report has it: part, name of the figure, its value, notes or reference. */
const MEASURED: readonly (readonly [page: string, says: RegExp, part: string, name: string, measured: RegExp])[] = [
  ['docs/administrators/analytics.md', /two weeks before \| wrong by ([\d.]+)/, 'forecast', TWO_WEEKS_AHEAD, /wrong by ([\d.]+)/],
  [
    'docs/administrators/analytics.md',
    /two weeks before .* ([\d.]+) people \|$/m,
    'forecast',
    TWO_WEEKS_AHEAD,
    /([\d.]+) by the plans/,
  ],
  ['docs/administrators/analytics.md', /two weeks before .*? \| ([\d.]+)/, 'forecast', TWO_WEEKS_AHEAD, /^([\d.]+) by the last/],
  ['docs/administrators/analytics.md', /building and day, (\d+) on average/, 'forecast', TWO_WEEKS_AHEAD, /([\d.]+) people came/],
  [
    'docs/administrators/analytics.md',
    /week plans \| wrong by ([\d.]+)/,
    'forecast',
    'plans known the day before: forecast of 1 to 6 days ahead',
    /wrong by ([\d.]+)/,
  ],
  [
    'docs/administrators/analytics.md',
    /not made at all \| wrong by ([\d.]+)/,
    'forecast',
    'no plans: forecast of 1 to 6 days ahead',
    /wrong by ([\d.]+)/,
  ],
  [
    'docs/administrators/analytics.md',
    /less exact: ([\d.]+) people/,
    'forecast',
    'plans known two weeks ahead: forecast of 7 to 13 days ahead',
    /wrong by ([\d.]+)/,
  ],
  [
    'docs/administrators/analytics.md',
    /and (\d+) % of the days lie in the band/,
    'forecast',
    'plans known the day before: forecast of 7 to 13 days ahead',
    /(\d+) % of the days in the band/,
  ],
  ['docs/operators/sizing.md', /from one sender (\d+) µs/, 'ingest', 'presence, 1 per call, 1 sender', /server ([\d.]+)/],
  [
    'docs/operators/sizing.md',
    /: ([\d,]+) events a second; from 64/,
    'ingest',
    'presence, 1 per call, 1 sender',
    /^(\d+) events/,
  ],
  ['docs/operators/sizing.md', /µs: ([\d,]+) \|/, 'ingest', 'presence, 1 per call, 64 senders', /^(\d+) events/],
  ['docs/operators/sizing.md', /presence events \| ([\d.]+) GB/, 'ingest', 'disk per million presence events', /^([\d.]+) GB/],
  [
    'docs/operators/sizing.md',
    /million bookings \| ([\d.]+) GB/,
    'bookings',
    'disk per million bookings, 20.0 million bookings',
    /^([\d.]+) GB/,
  ],
  [
    'docs/operators/sizing.md',
    /booking \| (\d+) ms/,
    'bookings',
    'search for a free desk, 20.0 million bookings',
    /p95 ([\d.]+)/,
  ],
  [
    'docs/operators/sizing.md',
    /plans and desks of a day \| ([\d.]+) s/,
    'horizon',
    'horizon engine, 10000 users × 1 day',
    /^([\d.]+) s/,
  ],
  ['docs/operators/sizing.md', /refresh of a day \| ([\d.]+) s/, 'growth', 'refresh of one day, at 10× rows', /^([\d.]+) s/],
  ['docs/operators/sizing.md', /service \| (\d+) MiB of memory/, 'ingest', 'server memory over 1000000 events', /^(\d+)/],
  [
    'docs/operators/horizon.md',
    /10,000 people, a new day takes ([\d.]+) s/,
    'horizon',
    'horizon engine, 10000 users × 1 day',
    /^([\d.]+) s/,
  ],
  ['docs/operators/horizon.md', /already done ([\d.]+) s/, 'horizon', 'horizon engine, 10000 users × 1 day', /again ([\d.]+) s/],
  ['docs/operators/refresh.md', /nothing to do (\d+) ms/, 'warehouse', 'refresh with nothing to do', /^(\d+) ms/],
  [
    'docs/operators/refresh.md',
    /s, ([\d.]+) s with 500,000 presence events/,
    'warehouse',
    'refresh of one day of 10,000 users and 500,000 presence events',
    /^([\d.]+) s/,
  ],
  ['docs/operators/refresh.md', /first one of a year (\d+) s/, 'warehouse', 'first refresh of a year', /^([\d.]+) s/],
]

const numberOf = (text: string | undefined): number => Number(text?.replaceAll(',', ''))
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

describe('limits that a document states are those of the code', () => {
  for (const [page, limits] of Object.entries(LIMITS)) {
    it(page, () => {
      const text = read(page)
      const stated = limits.map(([says]) => [String(says), ...(says.exec(text)?.slice(1).map(numberOf) ?? [])])
      expect(stated).toEqual(limits.map(([says, ...figures]) => [String(says), ...figures]))
    })
  }
})

describe('figures that a document quotes are those of the last report of the bench', () => {
  const { parts } = JSON.parse(read('bench/results/latest.json')) as Report

  it.each(MEASURED)('%s %s', (page, says, part, name, measured) => {
    const figure = parts[part]?.figures.find((each) => each.name === name)
    const quoted = says.exec(read(page))?.[1]
    const texts = [figure?.value, figure?.notes, figure?.reference]
    const found = texts.map((text = '') => measured.exec(text)?.[1]).find((text) => text !== undefined)
    // To as many digits as are quoted.
    const digits = quoted?.replace(/[.,]|^0\.0*/g, '').replace(/0+$/, '').length || 1
    expect(Number(numberOf(found).toPrecision(digits))).toBe(numberOf(quoted))
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readState } from '../../src/operations/monitoring/state-metrics.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { seedDirectory } from '../http/support/directory-data.ts'
import { send } from '../http/support/send.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../../../deploy', name), 'utf8')

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[] }[]
}
interface Dashboard {
  panels: { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }[]
}

let service: TestService
let text: string

beforeAll(async () => {
  service = await startTestService({ nightly: false })
  await send(service.baseUrl, { path: '/healthz' })
  text = (await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })).text
})
afterAll(() => service[Symbol.asyncDispose]())

/** Names of metrics as a query writes them; of a histogram each of its series. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:rollcall|nodejs|process)_\w+/g) ?? []

/** Names that the service exposes, with those of the series that histograms have. */
const exposed = (): Set<string> => {
  const names = new Set<string>()
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name)
    if (type === 'histogram') for (const series of ['bucket', 'sum', 'count']) names.add(`${name}_${series}`)
  }
  return names
}

const { groups } = parse(read('alert-rules.yml')) as Rules
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard

it('counters are there from the start, so that the first failure is an increase', () => {
  const lines = text.split('\n')
  for (const series of [
    'rollcall_errors_total{code="internal"}',
    'rollcall_events_total{kind="presence",outcome="refused"}',
    'rollcall_events_total{kind="timeoff",outcome="accepted"}',
    'rollcall_background_failures_total{what="refresh"}',
    'rollcall_lake_exports_total{outcome="failed"}',
    ...['requests', 'exports', 'jobs', 'bodies', 'passwords', 'refreshes', 'readers'].map(
      (what) => `rollcall_overload_refusals_total{what="${what}"}`,
    ),
  ]) {
    expect(lines).toContain(`${series} 0`)
  }
})

it('only counters have names that end in _total, as Prometheus asks', () => {
  const totals = [...text.matchAll(/^# TYPE (\S+_total) (\S+)$/gm)]
  expect(totals.length).toBeGreaterThan(10)
  expect(totals.filter(([, , type]) => type !== 'counter').map(([, name]) => name)).toEqual([])
})

it('every alert has unit tests of when it fires and when it does not', () => {
  const { tests } = parse(read('alert-rules.test.yml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[]
  }
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test)
  for (const { alert } of rules) {
    const fires = cases.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts !== undefined)
    expect([alert, fires]).toEqual([alert, expect.arrayContaining([true, false])])
  }
})

describe('the dashboard and the alerts', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr]))('%s asks for metrics of the service', (_, expr) => {
    const names = metricsIn(expr)
    expect(names.length > 0 || expr.startsWith('up{')).toBe(true)
    for (const name of names) expect(exposed()).toContain(name)
  })

  it.each(panels.map(({ title, targets }) => [title, targets.map(({ expr }) => expr).join(' ')]))(
    '%s shows metrics of the service',
    (_, expr) => {
      for (const name of metricsIn(expr)) expect(exposed()).toContain(name)
    },
  )

  it('ask only for values of labels that there are', () => {
    const all = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].join('\n')
    const codes = [...all.matchAll(/code="(\w+)"/g)].map(([, code]) => code)
    expect(codes.every((code) => code === 'internal')).toBe(true)
    for (const [, pool] of all.matchAll(/pool="(\w+)"/g)) expect(text).toContain(`pool="${pool}"`)
    for (const [, state] of all.matchAll(/state="(\w+)"/g)) expect(text).toContain(`state="${state}"`)
  })

  const exprOf = (name: string): string => rules.find(({ alert }) => alert === name)?.expr ?? ''

  it('distinguish submissions from other calls, and requests from streams that last for hours', () => {
    const { paths } = JSON.parse(read('../docs/reference/openapi.json')) as {
      paths: Record<string, Record<string, { tags: string[] }>>
    }
    const posted = Object.entries(paths).flatMap(([path, { post }]) =>
      post ? [{ path, isSubmission: post.tags.includes('submissions') }] : [],
    )
    const slow = new RegExp(`^(?:${/route=~"([^"]+)"/.exec(exprOf('RollcallSlow'))?.[1]})$`)
    expect(posted.filter(({ path }) => slow.test(path))).toEqual(posted.filter(({ isSubmission }) => isSubmission))
    expect(posted.filter(({ isSubmission }) => isSubmission).length).toBeGreaterThan(10)
    const durations = panels.flatMap(({ targets }) =>
      targets.filter(({ expr }) => expr.includes('http_request_duration_seconds_bucket')),
    )
    expect(durations.length).toBeGreaterThan(0)
    for (const { expr } of durations) expect(expr).toContain('route!="/api/stream"')
  })

  it.each([
    [1, 100_000, false],
    [15, 15, false],
    [300, 100_000, false],
    [300, 400, true],
    [100_000, 100_000, true],
  ])('take %i forwarded requests of %i in an hour for a proxy that is not trusted: %s', (forwarded, all, raised) => {
    const [left = '', share = '', least = ''] =
      exprOf('RollcallProxyNotTrusted').match(/^sum[^>]+|(?<=> )[\d.]+|(?<=\+ )\d+/g) ?? []
    expect(left).toContain('rollcall_untrusted_forwarded_requests_total')
    expect(forwarded > Number(share) * all + Number(least)).toBe(raised)
  })

  it('are complete: every alert says how urgent it is and what happened, and no panel lies on another', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/\w/)
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

it('every metric of ours is explained to operators', () => {
  const page = read('../docs/operators/monitoring.md')
  const ours = [...text.matchAll(/^# TYPE (rollcall_\S+)/gm)].map(([, name]) => name)
  expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

describe('the metrics of the state of the work', () => {
  it('say what is overdue, what was refused, which sources fell silent, and how long mail waits', async () => {
    const { pool, db } = service.database
    const { id } = await service.createOrganization()
    await seedDirectory(pool, id, 'monitoring')
    await pool.query(`update organizations set created_at = '2026-01-01T00:00:00Z'`)
    await pool.query(
      `insert into published_locations (org_id, location_id, published_through, published_at)
       select org_id, location_id, case when time_zone = 'UTC' then '2026-03-01' else '2026-02-26' end::date, now()
       from publishing_locations`,
    )
    await pool.query(
      `insert into sources (org_id, source_no, source_id, first_seen_at, last_received_at)
       values ($1, 1, 'readers', now() - interval '90 days', now() - interval '6 days')`,
      [id],
    )
    await pool.query(
      `insert into quarantine (org_id, kind, source_no, event_id, utc_day, payload, result_code, reason, refused_at)
       select $1, 'presence', 1, n::text, current_date, '{}', 1, 'x', now() - n * interval '20 hours' from generate_series(1, 3) n`,
      [id],
    )
    // The service drops mail of people without an address.
    await pool.query(
      `insert into outgoing_mails (org_id, kind, user_id, status, created_at, gives_up_at)
       select $1, 'test', (select id from users where org_id = $1 and email is not null), status, now() - age, now() - age + interval '1 day'
       from (values ('waiting', interval '2 hours'), ('waiting', '1 minute'), ('waiting', '25 hours'), ('sent', '3 hours')) m (status, age)`,
      [id],
    )
    const metrics = createMetrics()
    await readState(db, metrics, new Date('2026-03-03T12:00:00Z'))
    const lines = (await metrics.registry.metrics()).split('\n')
    for (const line of [
      'rollcall_refresh_overdue_days 4',
      'rollcall_refresh_overdue_locations 3',
      `rollcall_oldest_unpublished_day_timestamp_seconds ${Date.parse('2026-02-27') / 1000}`,
      'rollcall_quarantine_events 3',
      'rollcall_quarantine_last_day_events 1',
      'rollcall_source_alarms{what="silent"} 1',
      'rollcall_source_alarms{what="ahead"} 0',
      'rollcall_mails_waiting 2',
    ]) {
      expect(lines).toContain(line)
    }
    expect(lines.find((line) => line.startsWith('rollcall_mail_oldest_seconds '))).toMatch(/ 72\d\d(\.\d+)?$/)
  })
})

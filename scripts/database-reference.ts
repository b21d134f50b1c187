/**
 * docs/reference/database.md: the tables by district, with columns, keys and indexes, the triggers of each in the order in which
 * they fire, and the tests that show what a trigger's function does. Made from the files of the data model alone.
 */
import { access, readFile } from 'node:fs/promises'
import { readComments } from '../packages/server/src/platform/db/model-comments.ts'
import { DATABASE_FOLDER, readModel } from '../packages/server/src/platform/db/model-files.ts'
import type { ModelObject } from '../packages/server/src/platform/db/model-order.ts'
import { firingOrder, readTrigger } from './database-triggers.ts'

const MODEL = 'packages/server/src/platform/db/model'
const TESTS = 'packages/server/test'
const ROOT = '../..'

/** The district that owns each table, in the order of the page. */
const DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  platform: ['migrations', 'model_objects', 'service_versions', 'table_revisions'],
  gate: [
    ...['organizations', 'api_keys', 'key_usage', 'sessions', 'signing_keys', 'sealing_check'],
    ...['cells', 'organization_cells', 'cell_identity', 'audit_log'],
  ],
  directory: [
    ...['locations', 'levels', 'level_floor_plans', 'zones', 'places', 'spaces', 'parking_bays'],
    ...['users', 'user_accounts', 'account_links', 'passkeys', 'user_moves', 'former_names', 'groups', 'group_members'],
    ...['zone_allocations', 'location_history', 'level_history', 'zone_history', 'desk_history', 'group_member_history'],
    ...['outgoing_mails', 'mail_preferences', 'identity_providers', 'identity_links', 'spent_sign_ins'],
    ...['source_identities', 'attribute_mappings', 'access_credentials', 'credential_scan_data'],
    ...['provisioning_providers', 'provisioned_users', 'provisioned_groups', 'push_keys', 'push_devices', 'outgoing_pushes'],
  ],
  intake: [
    ...['sources', 'presence_events', 'occupancy_events', 'visitor_events', 'quarantine', 'location_presence'],
    ...['day_changes', 'day_change_ticks', 'day_removals', 'location_changes'],
  ],
  planning: [
    ...['week_plans', 'day_plans', 'bookings', 'zone_days', 'horizon_runs', 'desk_sightings', 'time_off_events'],
    ...['parking_bookings', 'workplace_events', 'event_invitations', 'visits', 'user_actions', 'live_watches'],
    ...['kiosk_screens', 'favorite_desks', 'holidays', 'closures', 'outages', 'attendance_policies'],
  ],
  warehouse: [
    ...['published_locations', 'segments', 'segment_chunks', 'segment_shapes', 'change_feeds', 'publications'],
    ...['feed_timelines', 'refresh_runs', 'dataset_reads'],
    ...['lake_exports', 'location_rollups', 'group_rollups', 'zone_rollups', 'desk_months', 'person_months', 'policy_rollups'],
    ...['group_months', 'late_plans', 'saved_views', 'default_views', 'view_subscriptions', 'reports', 'day_notes'],
  ],
  operations: [
    ...['erasures', 'retention_runs', 'organization_moves', 'moving_changes', 'provisioning_syncs', 'provisioning_conflicts'],
    ...['sample_companies', 'sample_entities'],
  ],
}

/** The text of a header without its tests, and these. */
const readHeader = (text: string): { about: string; tests: string[] } => {
  const lines = (/^(--.*\n)+/.exec(text)?.[0] ?? '').split('\n').map((line) => line.replace(/^-- ?/, ''))
  const [, tests = ''] = /^Shown by: (.*)$/m.exec(lines.join('\n')) ?? []
  const about = lines.filter((line) => !line.startsWith('Shown by: ')).join('\n')
  return { about: about.trim(), tests: tests.split(', ').filter(Boolean) }
}

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()
const code = (text: string): string => `\`${cell(text)}\``
const link = (text: string, path: string): string => `[${text}](${ROOT}/${path})`

/** Columns as name and declaration, and constraints. */
const readItems = (sql: string): { columns: [string, string][]; constraints: string[] } => {
  const [, body = ''] = /\(\n(.*?)\n\)/s.exec(sql) ?? []
  const items = body
    .replace(/^\s*--.*\n/gm, '')
    .split(/,\n(?= {2}\w)/)
    .map((item) => item.trim())
  const isConstraint = (item: string) => /^(primary key|unique|foreign key|check|constraint)\b/.test(item)
  const columns = items
    .filter((item) => !isConstraint(item))
    .map((item): [string, string] => [item.split(' ', 1)[0] ?? '', item.slice(item.indexOf(' ') + 1)])
  return { columns, constraints: items.filter(isConstraint) }
}

/** The indexes of a table, each with the comment above it. */
const readIndexes = (source: string): string[] =>
  [...source.matchAll(/^((?:--.*\n)*)(create (?:unique )?index [^;]+);/gm)].map(([, comment = '', sql = '']) => {
    const why = cell(comment.replace(/^-- ?/gm, ''))
    return `${code(sql)}${why && `: ${why}`}`
  })

type Page = { readonly objects: readonly ModelObject[]; readonly text: (file: string) => Promise<string> }

const triggersOf = async ({ objects, text }: Page, table: string): Promise<string[]> => {
  const triggers = objects.filter(({ kind, name }) => kind === 'trigger' && name.startsWith(`${table}.`)).map(readTrigger)
  if (triggers.length === 0) return []
  const rows: string[] = []
  for (const event of ['insert', 'update', 'delete']) {
    const fired = triggers.filter(({ events }) => events.some((each) => each.startsWith(event))).sort(firingOrder)
    for (const [index, { name, isBefore, isRow, events, condition, call, functionName }] of fired.entries()) {
      const file = `functions/${functionName}.sql`
      const { tests } = readHeader(await text(file))
      const on = events.find((each) => each.startsWith(event)) as string
      const when = condition ? `, when ${code(condition)}` : ''
      const shown = tests.map((test) => link(test.replace('.test.ts', ''), `${TESTS}/${test}`)).join(', ')
      const time = `${isBefore ? 'before' : 'after'} ${on}, ${isRow ? 'each row' : 'statement'}${when}`
      rows.push(`| ${index + 1} | ${time} | ${code(name)} | ${link(code(call), `${MODEL}/${file}`)} | ${shown} |`)
    }
  }
  return [
    'Triggers, in the order in which they fire:',
    '',
    '| | on | trigger | function | shown by |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

const sectionOf = async (page: Page, table: string): Promise<string[]> => {
  const file = `tables/${table}.sql`
  const source = await page.text(file)
  const comments = readComments(table, source)
  const { sql } = page.objects.find(({ kind, name }) => kind === 'table' && name === table) as ModelObject
  const { columns, constraints } = readItems(sql)
  const linked = (text: string) => text.replace(/references (\w+)/, (_, other) => `references\` [${other}](#${other}) \``)
  const keys = [...constraints.map((each) => `- ${linked(code(each))}`), ...readIndexes(source).map((each) => `- ${each}`)]
  return [
    `### ${table}`,
    '',
    comments.table,
    '',
    link(file, `${MODEL}/${file}`),
    '',
    '| column | type | |',
    '|---|---|---|',
    ...columns.map(([name, type]) => `| ${code(name)} | ${code(type)} | ${cell(comments.columns.get(name) ?? '')} |`),
    '',
    ...(keys.length > 0 ? [...keys, ''] : []),
    ...(await triggersOf(page, table)),
  ]
}

const listOf = async ({ objects, text }: Page, kind: 'function' | 'view' | 'type'): Promise<string[]> => {
  const names = objects.filter((object) => object.kind === kind).map(({ name }) => name)
  const rows: string[] = []
  for (const name of names.sort()) {
    const file = `${kind}s/${name}.sql`
    const [first = ''] = readHeader(await text(file)).about.split('\n\n')
    rows.push(`| ${link(code(name), `${MODEL}/${file}`)} | ${cell(first)} |`)
  }
  return [`## ${kind[0]?.toUpperCase()}${kind.slice(1)}s`, '', '| | |', '|---|---|', ...rows, '']
}

/** What is missing of the model for the page to be complete. */
const findGaps = async ({ objects, text }: Page): Promise<string[]> => {
  const gaps: string[] = []
  const listed = Object.values(DISTRICTS).flat()
  const tables = objects.filter(({ kind }) => kind === 'table').map(({ name }) => name)
  for (const name of tables)
    if (!listed.includes(name)) gaps.push(`${name} belongs to no district: name it in scripts/database-reference.ts`)
  for (const name of listed)
    if (!tables.includes(name)) gaps.push(`${name} is no table: remove it from scripts/database-reference.ts`)
  const fired = new Set(objects.filter(({ kind }) => kind === 'trigger').map((object) => readTrigger(object).functionName))
  for (const { name } of objects.filter(({ kind }) => kind === 'function')) {
    const file = `functions/${name}.sql`
    const { tests } = readHeader(await text(file))
    if (fired.has(name) && tests.length === 0)
      gaps.push(`${MODEL}/${file} names no test: add a line "-- Shown by: bookings/x.test.ts"`)
    for (const test of tests) {
      const isThere = await access(`${TESTS}/${test}`).then(
        () => true,
        () => false,
      )
      if (!isThere) gaps.push(`${MODEL}/${file} names ${TESTS}/${test}, which is not there`)
    }
  }
  return gaps
}

/** @throws Error that names what the model lacks */
export const databaseReference = async (): Promise<string> => {
  const { objects } = await readModel()
  const page: Page = { objects, text: (file) => readFile(new URL(`model/${file}`, DATABASE_FOLDER), 'utf8') }
  const gaps = await findGaps(page)
  if (gaps.length > 0) throw new Error(gaps.join('\n'))
  const lines = [
    '# The database',
    '',
    `Made by \`npm run generate\` from [the data model](${ROOT}/${MODEL}/README.md): every table with its columns, keys and indexes, the`,
    'triggers of each table in the order in which they fire, and the tests that show what they do. Foreign keys are checked by triggers',
    'of PostgreSQL as well, after the others of a row.',
    '',
    ...Object.entries(DISTRICTS).map(
      ([district, tables]) => `- **${district}**: ${tables.map((name) => `[${name}](#${name})`).join(', ')}`,
    ),
    '- [functions](#functions), [views](#views), [types](#types)',
    '',
  ]
  for (const [district, tables] of Object.entries(DISTRICTS)) {
    lines.push(`## ${district}`, '')
    for (const table of tables) lines.push(...(await sectionOf(page, table)))
  }
  lines.push(...(await listOf(page, 'function')), ...(await listOf(page, 'view')), ...(await listOf(page, 'type')))
  return `${lines.join('\n').trimEnd()}\n`
}

import { callAsKey } from './caller.ts'
import { median, percentile } from './load.ts'
import { dayFromNow, grouped } from './measure.ts'
import type { Figure } from './report.ts'
import { LARGE, seedCompany } from './seed-company.ts'
import { BUSIEST, seedLists } from './seed-lists.ts'
import type { Subject } from './subject.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
}

interface Operation {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}

interface Page {
  items: unknown[]
  nextCursor: string | null
}

/** Lists of the person who asks; a key has none. */
const OWN = ['/api/reports']
const READS = 200
/** Pages of 1,000 to walk in order to find start cursors deep inside the list. */
const WALKED = 40

/** Every list of the application API, from its OpenAPI document. */
const listsOf = ({ paths, components }: Document) =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema?.$ref?.split('/').at(-1)
    const isPage = schema !== undefined && 'nextCursor' in (components.schemas[schema]?.properties ?? {})
    return get && isPage && path.startsWith('/api/') && !OWN.includes(path) ? [{ path, operation: get }] : []
  })

/** The value of each parameter: the one with the most rows. */
const parameterValues = async ({ pool, orgId }: Subject): Promise<Record<string, string>> => {
  const one = async (text: string) => String((await pool.query(text, [orgId])).rows[0]?.value ?? '')
  const today = dayFromNow(0)
  return {
    userId: await one(`select id as value from users where org_id = $1 and user_name = '${BUSIEST}'`),
    locationId: await one(`select id as value from locations where org_id = $1 and name like 'Office %' limit 1`),
    groupId: await one('select id as value from groups where org_id = $1 limit 1'),
    day: today,
    startDate: today,
    endDate: today,
    from: dayFromNow(-28),
    to: dayFromNow(-1),
  }
}

const urlOf = (path: string, { parameters }: Operation, values: Record<string, string>, more: Record<string, string>): string => {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required).map(({ name }) => name)
  const query = new URLSearchParams({ ...Object.fromEntries(required.map((name) => [name, values[name] ?? ''])), ...more })
  return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name)}?${query}`
}

/** Start cursors of pages of a list, and the number of items passed; one more start means that the list continues. */
const walk = async (read: (more: Record<string, string>) => Promise<Page>) => {
  const starts: Record<string, string>[] = [{}]
  let items = 0
  for (let cursor: string | null | undefined, page = 0; cursor !== null && page < WALKED; page++) {
    const found = await read({ limit: '1000', ...(cursor ? { cursor } : {}) })
    cursor = found.nextCursor
    items += found.items.length
    if (cursor) starts.push({ cursor })
  }
  return { starts, items }
}

/**
 * Pages of 100 from random places of each list of an organization of 100,000 users and 50,000 desks, against the read of a single
 * user. Reads are sequential, because the cost of a read is compared.
 */
export const measureLists = async (subject: Subject): Promise<Figure[]> => {
  await seedCompany(subject)
  await seedLists(subject)
  const reader = await callAsKey(subject)
  const values = await parameterValues(subject)
  const timed = async (urls: readonly string[]): Promise<number[]> => {
    const times: number[] = []
    for (let read = 0; read < READS; read++) {
      const started = performance.now()
      await reader.json('GET', urls[read % urls.length] as string)
      times.push(performance.now() - started)
    }
    return times
  }
  const single = `/api/users/${values.userId}`
  await timed([single])
  const reference = percentile(await timed([single]), 0.95)
  const figures: Figure[] = []
  for (const { path, operation } of listsOf(await reader.json<Document>('GET', '/openapi.json'))) {
    if (/\{(?!userId|locationId|groupId)/.test(path)) continue
    const { starts, items } = await walk((more) => reader.json<Page>('GET', urlOf(path, operation, values, more)))
    if (items === 0) throw new Error(`${path} has no items: a page of nothing tells nothing.`)
    const urls = starts.sort(() => Math.random() - 0.5).map((start) => urlOf(path, operation, values, start))
    const times = await timed(urls)
    const p95 = percentile(times, 0.95)
    figures.push({
      name: `list ${path}`,
      value: `p95 ${p95.toFixed(1)} ms`,
      reference: `p95 ${reference.toFixed(1)} ms of a single user`,
      ratio: p95 / reference,
      notes: `pages of 100 of ${starts.length > WALKED ? 'at least ' : ''}${grouped(items)} items, p50 ${median(times).toFixed(1)} ms; ${grouped(LARGE.users)} users`,
    })
  }
  reader.close()
  return figures
}

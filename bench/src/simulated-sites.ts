import { addCells, placeOrganizations } from './cells-of-subject.ts'
import { grouped } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { SiteSize } from './seed-sites.ts'
import { type Cost, runSites, type SiteRun } from './site-run.ts'
import { type Subject, startSubject } from './subject.ts'

/** Presence events of a day for each of the people. */
const EVENTS = 100
/** People of a building. */
const BUILDING = 5_000
/** How many times smaller the organization is that the large one is compared with. */
const SMALLER = 20
const ORGANIZATIONS = 300
const CELLS = ['two', 'three']

const oneOrganization = (people: number): SiteSize => ({
  ...{ organizations: 1, people, events: people * EVENTS, buildings: Math.max(1, Math.round(people / BUILDING)) },
})

const alone = async (size: SiteSize): Promise<SiteRun> => {
  await using subject = await startSubject()
  return await runSites(subject, [{ name: 'main', ...subject }], size, async () => {})
}

const inCells = async (size: SiteSize): Promise<SiteRun> => {
  await using subject = await startSubject()
  await using added = await addCells(subject, CELLS)
  return await runSites(subject, added.cells, size, async ({ name }, orgIds) => {
    if (name !== 'main') await placeOrganizations(subject.pool, name, orgIds)
  })
}

const LINES: readonly [Exclude<keyof SiteRun, 'disk'>, string, 'people' | 'events' | 'organizations'][] = [
  ['ingest', 'an hour of presence, 1,000 events per call, 8 senders', 'events'],
  ['backlog', 'refresh of 6 days without presence', 'people'],
  ['refresh', 'refresh of the day', 'events'],
  ['idle', 'refresh with nothing to do', 'organizations'],
  ['attendance', 'read of the attendance of the day', 'people'],
  ['users', 'read of all users', 'people'],
  ['firstPresence', 'first read of the presence of the day', 'events'],
  ['presence', 'second read of the presence of the day', 'events'],
  ['restated', 'refresh of the day after late events, with presence that was read', 'events'],
]

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

const costText = ({ seconds, cpu, peak, spilled }: Cost): string =>
  [
    `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`,
    `CPU server ${cpu.server.toFixed(1)} s, PostgreSQL ${cpu.database.toFixed(1)} s`,
    `memory at most ${peak.server.toFixed(0)} and ${peak.database.toFixed(0)} MiB`,
    ...(spilled > 0 ? [`${mebibytes(spilled)} of temporary files`] : []),
  ].join('; ')

const cpuOf = ({ cpu }: Cost): number => cpu.server + cpu.database

const sizeText = ({ organizations, people, events, buildings }: SiteSize): string => {
  const each = organizations === 1 ? '' : `${grouped(organizations)} organizations of `
  const place = organizations === 1 ? ` in ${grouped(buildings)} buildings` : ''
  return `${each}${grouped(people)} people${place}, ${grouped(events)} events a day`
}

/** The reference is another size, for as many people or events: a ratio of 1 means that the cost is proportional. */
const compare = (what: string, size: SiteSize, run: SiteRun, other: SiteSize, otherRun: SiteRun): Figure[] => {
  const amount = (of: SiteSize, kind: keyof SiteSize) => (kind === 'people' ? of.people * of.organizations : of[kind])
  const figures = LINES.map(([name, title, kind]): Figure => {
    const [cost, reference] = [run[name], otherRun[name]]
    const counted = (of: Cost, at: SiteSize) => (name === 'ingest' ? of.count : amount(at, kind))
    const [each, otherEach] = [cpuOf(cost) / counted(cost, size), cpuOf(reference) / counted(reference, other)]
    return {
      name: `${what}: ${title}`,
      value: costText(cost),
      reference: `${costText(reference)}, of ${sizeText(other)}`,
      ratio: each / otherEach,
      notes: `CPU for each of ${kind}: ${(each * 1e6).toFixed(1)} µs against ${(otherEach * 1e6).toFixed(1)}; ${name === 'ingest' ? `${grouped(Math.round(cost.count / cost.seconds))} events/s; ` : ''}${grouped(cost.count)} ${title.includes('read') && !title.includes('refresh') ? 'bytes as gzip' : title.includes('refresh') ? 'rows' : 'events'}; ${sizeText(size)}`,
    }
  })
  const { events, all } = run.disk
  const perEvent = (of: SiteRun, at: SiteSize) => of.disk.events / at.events
  const disk: Figure = {
    name: `${what}: disk`,
    value: `${(events / 1e9).toFixed(2)} GB of events, ${(all / 1e9).toFixed(2)} GB in all`,
    reference: `${(otherRun.disk.events / 1e9).toFixed(2)} and ${(otherRun.disk.all / 1e9).toFixed(2)} GB, of ${sizeText(other)}`,
    ratio: perEvent(run, size) / perEvent(otherRun, other),
    notes: `${perEvent(run, size).toFixed(0)} bytes for each event with its key, ids of 15 to 17 characters; presence of the day and attendance of 7 days are published, and presence was read`,
  }
  return [...figures, disk]
}

/** A day of one very large organization, against a small one. */
export const measureScale = async (_: Subject, { people }: Scale): Promise<Figure[]> => {
  const [small, large] = [oneOrganization(Math.round(people / SMALLER)), oneOrganization(people)]
  const smallRun = await alone(small)
  return compare(`${grouped(people)} people`, large, await alone(large), small, smallRun)
}

/** A day of as many people in many organizations of three databases, against few of them. */
export const measureCells = async (_: Subject, { people, quick }: Scale): Promise<Figure[]> => {
  const organizations = quick ? ORGANIZATIONS / 5 : ORGANIZATIONS
  const many: SiteSize = { organizations, people: Math.ceil(people / organizations), buildings: 1, events: people * EVENTS }
  const few: SiteSize = { ...many, organizations: organizations / SMALLER, events: many.events / SMALLER }
  const fewRun = await inCells(few)
  return compare(`${grouped(organizations)} organizations in three cells`, many, await inCells(many), few, fewRun)
}

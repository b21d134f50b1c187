/**
 * `npm run bench`: figures of the hot paths, each as a ratio to a reference measured in the same run, since absolute
 * figures of a shared machine mean little. Prints a table and writes it, with machine and versions, to bench/results.
 */
import { attemptAll } from './attempts.ts'
import { circumstancesOf, type Versions } from './circumstances.ts'
import { PARTS, type Part, PROFILE } from './parts.ts'
import { writeProfiles } from './profile.ts'
import { type MeasuredPart, showPart, writePart } from './report.ts'
import { readArguments, type Scale, UsageError, usage } from './scale.ts'
import { startSubject } from './subject.ts'

const ABOUT: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PARTS).map(([name, { about }]) => [name, about])),
  [PROFILE]: 'no figures: writes bench/profiles; only where it is asked for',
}

const versionsOf = async ({ versions = [] }: Part): Promise<Versions> =>
  Object.assign({}, ...(await Promise.all(versions.map((version) => version()))))

/** Runs first, so that a missing nginx is reported immediately and not after hours. @throws UsageError */
const checkMachine = async (parts: readonly (readonly [string, Part])[]): Promise<void> => {
  if (process.platform !== 'linux') throw new UsageError('the benchmark reads /proc, which only Linux has')
  for (const [name, part] of parts) {
    if (part.packages === undefined) continue
    const missing = await versionsOf(part).catch((error: Error) => error)
    if (missing instanceof Error) {
      throw new UsageError(`${name} needs programs that are not installed: apt-get install ${part.packages} (${missing.message})`)
    }
  }
}

/** Runs each part with a new service, so that parts do not affect each other. */
const measure = async (part: Part, scale: Scale): Promise<MeasuredPart> => {
  await using subject = await startSubject()
  const { versions, ...circumstances } = await circumstancesOf(subject.pool)
  const figures = await part.measure(subject, scale)
  return { measured: { ...circumstances, versions: { ...versions, ...(await versionsOf(part)) } }, figures }
}

/** Prints and writes each part after its measurement, and returns the names of failed parts. */
const run = (parts: readonly (readonly [string, Part])[], withProfile: boolean, scale: Scale): Promise<string[]> => {
  const measureOne = async (name: string, part: Part): Promise<void> => {
    const measured = await measure(part, scale)
    showPart(name, measured)
    if (!scale.quick) await writePart(name, measured, Object.keys(PARTS))
  }
  const profile = { name: PROFILE, about: 'where the time goes', work: () => writeProfiles(scale) }
  return attemptAll([
    ...(withProfile ? [profile] : []),
    ...parts.map(([name, part]) => ({ name, about: part.about, work: () => measureOne(name, part) })),
  ])
}

try {
  const { help, scale, only } = readArguments(process.argv.slice(2), Object.keys(ABOUT))
  if (help) {
    console.log(usage(ABOUT))
  } else {
    const parts = Object.entries(PARTS).filter(([name, { onRequest }]) => (only.length === 0 ? !onRequest : only.includes(name)))
    await checkMachine(parts)
    const failed = await run(parts, only.includes(PROFILE), scale)
    if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
    // Connections that a failed part left open must not delay the exit.
    process.exit(failed.length > 0 ? 1 : 0)
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}; see npm run bench -- --help`)
  process.exitCode = 2
}

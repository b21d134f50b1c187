import { t } from '@lingui/core/macro'
import type { Source } from '@rollcall/contract'
import type { Tone } from '../components/signal.tsx'
import { durationText } from '../time/zoned-time.ts'

const HOUR = 3_600_000

/** The limits from which a problem is reported. */
export const LIMITS = { silentMs: 24 * HOUR, aheadMs: 60_000, lateMs: HOUR, refusedShare: 0.05, refusedEvents: 10 } as const

/** A new source may send its history first. */
const BEGINNING_MS = 24 * HOUR
/** Over a weekend and a public holiday, a live source may send only late events for this long. */
const QUIET_MS = 96 * HOUR

export interface SourceProblem {
  readonly kind: 'notCounted' | 'mostRefused' | 'silent' | 'clockAhead' | 'manyRefused' | 'late'
  readonly tone: Tone
  /** The problem in a word or two. */
  readonly name: string
  /** What to do about it. */
  readonly help: string
}

const refusedOf = ({ userNotFound, locationNotFound, refused }: Source): number => userNotFound + locationNotFound + refused

/** The share of refused events among all that the source sent. */
export const refusedShare = (source: Source): number => {
  const sent = source.accepted + source.repeated + refusedOf(source)
  return sent === 0 ? 0 : refusedOf(source) / sent
}

/** The age of its newest event when it last sent; undefined before its events were counted. */
const ageOnArrival = ({ lastReceivedAt, lastEventAt }: Source): number | undefined =>
  lastReceivedAt && lastEventAt ? Date.parse(lastReceivedAt) - Date.parse(lastEventAt) : undefined

/** The delay of a source that keeps sending late; undefined for other sources, such as one that sends its history. */
export const lateBy = (source: Source, now: number): number | undefined => {
  const age = ageOnArrival(source)
  const usual = source.clockSkewMs === null ? LIMITS.lateMs : QUIET_MS
  if (age === undefined || age < usual || now - Date.parse(source.firstSeenAt) < BEGINNING_MS) return undefined
  return age
}

/** The problems of a source, the worst first. */
export const findProblems = (source: Source, now: number): SourceProblem[] => {
  const { lastReceivedAt, clockSkewMs } = source
  if (lastReceivedAt === null) {
    return [
      {
        ...{ kind: 'notCounted', tone: 'none', name: t`Nothing counted yet` },
        help: t`It has started to send: counts follow within seconds.`,
      },
    ]
  }
  const silent = now - Date.parse(lastReceivedAt)
  const share = refusedShare(source)
  const problems: SourceProblem[] = []
  if (share >= 0.5) problems.push({ kind: 'mostRefused', tone: 'bad', name: t`Most refused`, help: helpWithRefusals(source) })
  if (silent >= LIMITS.silentMs) {
    const duration = durationText(silent)
    const help = t`Nothing for ${duration}: check whether it runs, reaches this service, and its key is neither blocked nor expired.`
    problems.push({ kind: 'silent', tone: 'bad', name: t`Silent`, help })
  }
  if (clockSkewMs !== null && clockSkewMs > LIMITS.aheadMs) {
    const duration = durationText(clockSkewMs)
    const help = t`Its clock runs ${duration} ahead: synchronize it (NTP), else events fall on wrong days.`
    problems.push({ kind: 'clockAhead', tone: 'warning', name: t`Clock ahead`, help })
  }
  if (share >= LIMITS.refusedShare && share < 0.5 && refusedOf(source) >= LIMITS.refusedEvents) {
    problems.push({ kind: 'manyRefused', tone: 'warning', name: t`Many refused`, help: helpWithRefusals(source) })
  }
  const late = lateBy(source, now)
  if (late !== undefined) {
    const duration = durationText(late)
    const help = t`Its newest event was ${duration} old on arrival.`
    problems.push({ kind: 'late', tone: 'none', name: t`Sends late`, help })
  }
  return problems
}

const helpWithRefusals = ({ userNotFound, locationNotFound, refused }: Source): string => {
  const most = Math.max(userNotFound, locationNotFound, refused)
  if (most === userNotFound) return t`Mostly unknown people: each event in the quarantine says what helps.`
  if (most === locationNotFound) return t`Mostly unknown places: compare its ids with the directory, then replay the quarantine.`
  return t`Mostly invalid events: read the reasons in the quarantine and correct the source.`
}

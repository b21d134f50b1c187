import { t } from '@lingui/core/macro'
import type { RefreshRun, Source } from '@rollcall/contract'
import { findProblems, LIMITS, type SourceProblem } from '../../workplace/source-health.ts'
import type { Notification } from './notifications.ts'

const titleOf = ({ kind, name }: SourceProblem, sourceId: string): string => {
  if (kind === 'mostRefused') return t`${sourceId}: most refused`
  if (kind === 'manyRefused') return t`${sourceId}: many refused`
  if (kind === 'silent') return t`${sourceId}: silent`
  if (kind === 'clockAhead') return t`${sourceId}: clock ahead`
  return `${sourceId}: ${name}`
}

/** Sources that are silent, refused or ahead of time. The quarantine itself is not asked: reading it is noted in the audit log. */
export const ofSources = (sources: readonly Source[], now: number, canReplay: boolean): Notification[] =>
  sources.flatMap((source) => {
    const { sourceId, lastReceivedAt } = source
    const [problem] = findProblems(source, now).filter(({ tone }) => tone === 'bad' || tone === 'warning')
    if (!problem || !lastReceivedAt) return []
    const isSilent = problem.kind === 'silent'
    const isRefused = problem.kind === 'mostRefused' || problem.kind === 'manyRefused'
    return [
      {
        // A source that falls silent once more is another matter.
        id: `${problem.kind} ${sourceId}${isSilent ? ` ${lastReceivedAt}` : ''}`,
        title: titleOf(problem, sourceId),
        detail: problem.help,
        at: isSilent ? new Date(Date.parse(lastReceivedAt) + LIMITS.silentMs).toISOString() : lastReceivedAt,
        ...(isRefused && canReplay ? { to: '/quarantine', search: { source: sourceId } } : { to: '/sources' }),
      },
    ]
  })

/** The last refresh, unless it succeeded or still runs. */
export const ofRefreshRuns = (runs: readonly RefreshRun[]): Notification[] => {
  const last = runs.find(({ status }) => status !== 'running')
  if (!last || last.status === 'succeeded') return []
  const { runNo, error, endedAt, startedAt } = last
  const detail = error ?? t`It was interrupted. The next one publishes the same days.`
  return [
    { id: `refresh ${runNo}`, title: t`The last refresh failed`, detail, at: endedAt ?? startedAt, to: '/data/refresh-runs' },
  ]
}

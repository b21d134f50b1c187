import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DayExplanation } from '@rollcall/contract'
import type { ReactNode } from 'react'
import { TextLink } from '../../../components/links.tsx'
import { addDays, fullDay } from '../../../time/days.ts'
import type { Person } from './use-rights.ts'

interface Check {
  readonly key: string
  readonly text: ReactNode
}

/** The inconsistencies of the day, and where to look further. */
export const checksOf = (explained: DayExplanation, person: Person): Check[] => {
  const checks = [
    ...(explained.events.length === 0 ? unseen(explained, person) : seen(explained)),
    ...plannedChecks(explained),
    ...(person.status === 'inactive'
      ? [{ key: 'inactive', text: t`The person is inactive: later days have neither plan nor booking.` }]
      : []),
  ]
  return checks.length > 0 ? checks : [{ key: 'nothing', text: t`Nothing stands out: plan, booking and presence fit together.` }]
}

const unseen = ({ day, userId }: DayExplanation, { primaryLocationName }: Person): Check[] => [
  {
    key: 'around',
    text: (
      <Trans>
        A day is the local calendar day of the building:{' '}
        <TextLink
          to="/people/$userId"
          params={{ userId }}
          search={{ tab: 'presence', from: addDays(day, -1), to: addDays(day, 1) }}
          underline="always"
        >
          see whether they were seen on the days around it
        </TextLink>
        .
      </Trans>
    ),
  },
  {
    key: 'sources',
    text: primaryLocationName ? (
      <Trans>
        Whether{' '}
        <TextLink to="/sources" underline="always">
          the sources
        </TextLink>{' '}
        of {primaryLocationName}, their primary building, have sent anything on that day.
      </Trans>
    ) : (
      <Trans>
        Whether{' '}
        <TextLink to="/sources" underline="always">
          the sources
        </TextLink>{' '}
        have sent anything on that day.
      </Trans>
    ),
  },
  {
    key: 'quarantine',
    text: (
      <Trans>
        Whether an event of theirs was refused: those wait in{' '}
        <TextLink to="/quarantine" underline="always">
          quarantine
        </TextLink>
        . An event finds its person by user id, by e-mail (exactly the user name or e-mail), or by the id at the source: a mapped
        id or an active card.
      </Trans>
    ),
  },
]

const seen = ({ events }: DayExplanation): Check[] => {
  const late = events.filter(({ isLate }) => isLate).length
  const offices = new Set(events.map(({ locationId }) => locationId)).size
  return [
    ...(late > 0
      ? [
          {
            key: 'late',
            text: t`${plural(late, { one: '# event', other: '# events' })} came after the day had ended: integrators have them since the refresh after that.`,
          },
        ]
      : []),
    ...(offices > 1
      ? [{ key: 'several', text: t`They were seen in several buildings: the planned one counts, otherwise the first.` }]
      : []),
  ]
}

const plannedChecks = ({ rule, plannedLocation, day }: DayExplanation): Check[] => {
  if (rule.code === 'dayNotOver') {
    return [{ key: 'open', text: t`The day is not over in that building: look again tomorrow.` }]
  }
  if (rule.code !== 'plannedNotReported') return []
  const { locationName, reportsFrom, reportsUntil } = plannedLocation ?? {}
  if (!locationName) return [{ key: 'nowhere', text: t`The person has no primary building, and the plan names none.` }]
  const since = reportsFrom && day < reportsFrom ? fullDay(reportsFrom) : undefined
  const until = reportsUntil && day > reportsUntil ? fullDay(reportsUntil) : undefined
  return [{ key: 'reporting', text: reportingWords(locationName, since, until) }]
}

const reportingWords = (locationName: string, since: string | undefined, until: string | undefined): string => {
  if (since) {
    return t`Presence reporting of ${locationName} begins on ${since}: should it cover this day, an administrator sets its first day in the settings of the building.`
  }
  return until
    ? t`Presence reporting of ${locationName} ended on ${until}: should it cover this day, an administrator sets its last day in the settings of the building.`
    : t`Presence reporting of ${locationName} has not started: should it cover this day, an administrator sets its first day in the settings of the building.`
}

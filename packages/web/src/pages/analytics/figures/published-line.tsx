import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import type { AttendanceFigures } from '@rollcall/contract'
import { useScope } from '../scope/use-scope.ts'
import { nameOf } from './location-name.ts'
import { showDay, showInstant, showList } from './show.ts'

type Freshness = Pick<AttendanceFigures, 'publishedThrough' | 'refreshedAt'>

/** The largest number of buildings that are named one by one if they differ. */
const MAX_NAMED = 4

const throughOf = ({ publishedThrough: all }: Freshness): string => {
  // Days without a building are published even where there is nothing to say about them.
  const publishedThrough = all.filter(({ locationId, publishedDays }) => locationId !== null || publishedDays > 0)
  const days = new Set(publishedThrough.map((one) => one.publishedThrough))
  const [only] = days
  if (days.size === 0) return t`Nothing is published in this scope.`
  if (days.size === 1) {
    const day = only && showDay(only)
    return day ? t`Published through ${day}.` : t`Nothing is published yet.`
  }
  const named = publishedThrough.map(
    (each) => `${nameOf(each)}: ${each.publishedThrough ? showDay(each.publishedThrough) : t`not published yet`}`,
  )
  const list = named.join('; ')
  if (named.length <= MAX_NAMED) return t`Published through: ${list}.`
  const known = publishedThrough.flatMap((one) => one.publishedThrough ?? []).sort()
  const missing = publishedThrough.length - known.length
  const [first, last] = [showDay(known[0] as string), showDay(known.at(-1) as string)]
  return missing > 0
    ? t`Published through ${first} to ${last}, depending on the building; ${plural(missing, { one: '# building', other: '# buildings' })} not published yet.`
    : t`Published through ${first} to ${last}, depending on the building.`
}

/** Published buildings without presence reports in the period: it is not known who came there. */
const unmeasuredOf = ({ publishedThrough }: Freshness): string => {
  const names = publishedThrough.flatMap(({ locationId, locationName, publishedDays, measuredDays }) =>
    locationId && publishedDays > 0 && measuredDays === 0 ? [locationName ?? ''] : [],
  )
  if (names.length === 0) return ''
  const more = names.length - MAX_NAMED
  const named = more > 0 ? showList([names.slice(0, MAX_NAMED).join(', '), t`${more} more`]) : names.join(', ')
  return t`Not measured, because no presence was reported in this period: ${named}.`
}

/** The day until which figures are published. The line keeps its height while they load. */
export const PublishedLine = ({ figures }: { figures: Freshness | undefined }) => {
  const moment = figures?.refreshedAt ? showInstant(figures.refreshedAt) : undefined
  const refreshed = moment ? t`Refreshed ${moment}.` : ''
  return (
    <>
      <Text size="sm" c="dimmed" mb="md" mih={22} data-testid="published">
        {figures ? [throughOf(figures), refreshed, unmeasuredOf(figures)].filter(Boolean).join(' ') : ''}
      </Text>
      {figures ? <WeekHint figures={figures} /> : null}
    </>
  )
}

/** Explains that no day of this week is over yet, as on a Monday. */
const WeekHint = ({ figures }: { figures: Freshness }) => {
  const [scope, change] = useScope()
  const isPublished = figures.publishedThrough.some(({ publishedThrough: day }) => day !== null && day >= scope.from)
  if (scope.period !== 'thisWeek' || isPublished) return null
  return (
    <Alert color="gray" variant="outline" mb="md" title={t`No day of this week is published yet`} c="var(--mantine-color-text)">
      <Trans>
        Figures of a day appear once it is over.{' '}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => change({ period: 'lastWeek', from: undefined, to: undefined })}
        >
          Show last week
        </Button>
      </Trans>
    </Alert>
  )
}

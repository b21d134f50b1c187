import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { personName } from '../../../components/format.ts'
import { shortDay } from '../../../time/days.ts'
import { timeOf } from '../../../time/zoned-time.ts'
import type { Floor } from './apply-news.ts'
import type { LiveNews } from './use-live.ts'
import type { ShownNews } from './use-live-floor.ts'

/** The events since the page was opened, latest first. */
export const NewsList = ({ floor, news }: { floor: Floor; news: readonly ShownNews[] }) => (
  <section>
    <Title order={2} size="h4" mb="xs">
      <Trans>As it happens</Trans>
    </Title>
    {news.length === 0 ? (
      <Text size="sm" c="dimmed">
        <Trans>Nothing has happened since you opened this page.</Trans>
      </Text>
    ) : (
      <Text component="ol" size="sm" m={0} p={0} reversed style={{ listStyle: 'none' }} aria-label={t`As it happens`}>
        {news.map(({ id, news: each }) => (
          <li key={id}>{inWords(floor, each)}</li>
        ))}
      </Text>
    )}
  </section>
)

const inWords = (floor: Floor, news: LiveNews): string => {
  const nameOf = (userId: string | null) => {
    const person = floor.people.find((each) => each.userId === userId)
    return person ? personName(person) : t`Someone`
  }
  if (news.type === 'booking') {
    const [name, date] = [nameOf(news.userId), shortDay(news.day)]
    return news.status === 'booked' ? t`${name} booked for ${date}` : t`${name} canceled what was booked for ${date}`
  }
  const time = timeOf(news.timestamp, floor.timeZone)
  if (news.type === 'occupancy') return occupancyWords(time, news.locationType, news.occupied)
  const name = nameOf(news.userId)
  return t`${time} ${name} was seen`
}

const occupancyWords = (time: string, kind: string, isOccupied: boolean): string => {
  if (kind === 'place') return isOccupied ? t`${time} A desk is occupied` : t`${time} A desk is free`
  if (kind === 'space') return isOccupied ? t`${time} A room is occupied` : t`${time} A room is free`
  return isOccupied ? t`${time} An area is occupied` : t`${time} An area is free`
}

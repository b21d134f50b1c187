import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { apiQuery, invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { useBuildings, useHome, useToday } from '../../../workplace/me.tsx'
import { isWithheld, trendQuery } from '../office/trend-card.tsx'
import { runsQuery } from '../shared/queries.ts'

/** Publishes the days that are over, instead of waiting for the night, and ends with a figure: today's count. */
export const FiguresStep = () => {
  const home = useHome()
  const buildings = useBuildings()
  const locationId = home?.locationId ?? buildings[0]?.locationId ?? ''
  const { data: floor } = useQuery({ ...apiQuery('getLiveFloor', { params: { locationId } }), enabled: locationId !== '' })
  const { data: runs } = useQuery(runsQuery)
  const published = runs?.items.find(({ status, rows }) => status === 'succeeded' && rows > 0)
  const publish = useAction({
    mutationFn: () => call('runRefresh', { body: {} }),
    onSettled: () => void invalidate('listRefreshRuns', 'getAttendanceFigures', 'getForecastFigures', 'getLiveFloor'),
  })
  const present = floor?.presentCount
  if (published) {
    const { days, rows } = published
    return (
      <>
        {present === undefined ? null : <TodayCount present={present} />}
        <Text size="sm">
          {t`${plural(days, { one: '# day', other: '# days' })} computed, ${plural(rows, { one: '# row', other: '# rows' })} published.`}{' '}
          <WhereFigures />
        </Text>
      </>
    )
  }
  return (
    <>
      {publish.error ? <ErrorState error={publish.error} /> : null}
      <Text size="sm">
        {present === undefined ? '' : `${plural(present, { one: '# person here today.', other: '# people here today.' })} `}
        <Trans>Days that are over are published every night; this does it now.</Trans> <WhenFigures />
      </Text>
      {publish.data && publish.data.rows === 0 ? (
        <Text size="sm" role="status">
          <Trans>No day is over yet that has something to publish. Send an event of yesterday, or come back tomorrow.</Trans>
        </Text>
      ) : null}
      <div>
        <Button onClick={() => publish.mutate()} loading={publish.isPending}>
          <Trans>Publish now</Trans>
        </Button>
      </div>
    </>
  )
}

/** The first figure, which no smallest group withholds, and the way to the days of each person. */
const TodayCount = ({ present }: { present: number }) => (
  <Text size="sm">
    <Text span fz="xl" fw={700} lh={1.2}>
      {showNumber(present)}
    </Text>{' '}
    {plural(present, { one: 'person here today.', other: 'people here today.' })}{' '}
    <Trans>
      Who came on the days before is under{' '}
      <TextLink underline="always" to="/analytics/people">
        People
      </TextLink>
      .
    </Trans>
  </Text>
)

const SettingLink = () => (
  <TextLink underline="always" to="/admin/settings">
    <Trans>Smallest group in analytics</Trans>
  </TextLink>
)

/** From how many people on there are figures of attendance, said before they are published. */
const WhenFigures = () => {
  const { data: settings } = useQuery(apiQuery('getSettings'))
  if (!settings || settings.minimumGroupSize < 2) return null
  const { minimumGroupSize } = settings
  return (
    <Trans>
      Figures of attendance appear once {minimumGroupSize} people came: the setting <SettingLink />.
    </Trans>
  )
}

/** Leads to the figures, or says what withholds them. */
const WhereFigures = () => {
  const { data: figures } = useQuery(trendQuery(useToday()))
  const { data: settings } = useQuery(apiQuery('getSettings'))
  if (!(figures && settings && isWithheld(figures)))
    return (
      <Trans>
        <TextLink underline="always" to="/analytics/attendance">
          See the figures
        </TextLink>
        ; groups of few people stay hidden.
      </Trans>
    )
  const { minimumGroupSize } = settings
  return (
    <Trans>
      Figures of attendance about fewer than {minimumGroupSize} people are withheld. They appear once more people come: the
      setting <SettingLink />.
    </Trans>
  )
}

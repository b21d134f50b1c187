import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select, Stack } from '@mantine/core'
import type { FutureFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { Caption } from '../../../components/caption.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { todayIn } from '../../../time/days.ts'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { CompareComingDays } from '../compare/coming-days.tsx'
import { useParts } from '../compare/parts.ts'
import { BuildingCharts } from '../figures/building-charts.tsx'
import { FiguresQuery } from '../figures/figures-query.tsx'
import { showWhole } from '../figures/show.ts'
import { useSpecialDays } from '../figures/special-days.ts'
import { FoldedFields } from '../scope/folded-fields.tsx'
import { IN_PLACE, LocationPicker } from '../scope/pickers.tsx'
import { idsOf, listOf } from '../scope/scope.ts'
import { useCaption, useScope } from '../scope/use-scope.ts'
import { AheadChart } from './ahead-chart.tsx'
import { AheadTable } from './ahead-table.tsx'
import { DAY_CHOICES, DEFAULT_DAYS } from './future-view.ts'

const route = getRouteApi('/shell/analytics/future')

export const FuturePage = () => {
  const [scope, changeScope] = useScope()
  const locationIds = idsOf(scope.locations)
  const { days = DEFAULT_DAYS } = route.useSearch()
  const navigate = useNavigate({ from: '/analytics/future' })
  const query = useQuery({
    ...apiQuery('getFutureFigures', { query: { days, ...(scope.locations ? { locationIds: scope.locations } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useCaption(daysOf(query.data))
  const choices = [...new Set([...DAY_CHOICES, days])].sort((a, b) => a - b)
  return (
    <>
      <PageHeader
        title={t`Days ahead`}
        description={t`Who plans to come and what is booked, as of now.`}
        actions={<ViewsMenu page="/analytics/future" />}
      />
      <FoldedFields mb="md" chosen={chosen.text}>
        <Select
          label={t`Days ahead`}
          w={160}
          allowDeselect={false}
          comboboxProps={IN_PLACE}
          checkIconPosition="right"
          value={String(days)}
          data={choices.map((choice) => ({ value: String(choice), label: plural(choice, { one: '# day', other: '# days' }) }))}
          onChange={(value) => void navigate({ search: (before) => ({ ...before, days: Number(value) }), resetScroll: false })}
        />
        <LocationPicker value={locationIds} onChange={(ids) => changeScope({ locations: listOf(ids) })} />
      </FoldedFields>
      <FiguresQuery query={query} height={1000}>
        {({ locations }) => <Figures locations={locations} />}
      </FiguresQuery>
    </>
  )
}

/** The days of the figures, the first one first. */
const daysOf = (figures: Pick<FutureFigures, 'locations'> | undefined): string[] =>
  (figures?.locations ?? []).flatMap((location) => location.days.map(({ day }) => day)).sort()

const Figures = ({ locations }: FutureFigures) => {
  // In another time zone the first day may be another one.
  const days = daysOf({ locations })
  const today = todayIn()
  const parts = useParts(['locations'])
  const caption = useCaption(days)
  const specialDays = useSpecialDays({ from: days[0] ?? today, to: days.at(-1) ?? today }) ?? []
  return locations.length === 0 ? (
    <EmptyState picture="chart" title={t`There are no buildings in this scope`}>
      <Trans>
        Administrators add buildings under{' '}
        <TextLink underline="always" to="/admin/places">
          Places
        </TextLink>
        .
      </Trans>
    </EmptyState>
  ) : (
    <Caption value={caption}>
      <Stack gap="md">
        <AheadTable locations={locations} />
        {parts ? (
          <CompareComingDays
            parts={parts}
            what={t`Bookings`}
            description={t`How many bookings there are for each day, by building.`}
            locations={locations}
            figureOf={({ booked }) => booked}
            show={showWhole}
          />
        ) : null}
        <BuildingCharts locations={locations}>
          {(location) => <AheadChart key={location.locationId} location={location} specialDays={specialDays} />}
        </BuildingCharts>
      </Stack>
    </Caption>
  )
}

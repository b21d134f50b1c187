import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { ForecastFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { Caption } from '../../../components/caption.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { CompareComingDays } from '../compare/coming-days.tsx'
import { useParts } from '../compare/parts.ts'
import { BuildingCharts } from '../figures/building-charts.tsx'
import { FiguresQuery } from '../figures/figures-query.tsx'
import { showAmount } from '../figures/show.ts'
import { FoldedFields } from '../scope/folded-fields.tsx'
import { LocationPicker } from '../scope/pickers.tsx'
import { idsOf, listOf } from '../scope/scope.ts'
import { useCaption, useScope } from '../scope/use-scope.ts'
import { ForecastChart } from './forecast-chart.tsx'
import { ForecastTable } from './forecast-table.tsx'

export const ForecastPage = () => {
  const [scope, changeScope] = useScope()
  const locationIds = idsOf(scope.locations)
  const query = useQuery({
    ...apiQuery('getForecastFigures', { query: scope.locations ? { locationIds: scope.locations } : {} }),
    placeholderData: keepPreviousData,
  })
  const chosen = useCaption(daysOf(query.data))
  return (
    <>
      <PageHeader
        title={t`Forecast`}
        description={t`How many people are expected to come in the next two weeks: from plans as they are now, and from what became of plans on the same weekdays of the last six weeks.`}
        actions={<ViewsMenu page="/analytics/forecast" />}
      />
      <FoldedFields mb="md" chosen={chosen.text}>
        <LocationPicker value={locationIds} onChange={(ids) => changeScope({ locations: listOf(ids) })} />
      </FoldedFields>
      <FiguresQuery query={query} height={1000}>
        {({ locations }) => <Figures locations={locations} />}
      </FiguresQuery>
    </>
  )
}

/** The days of the figures, the first one first. */
const daysOf = (figures: Pick<ForecastFigures, 'locations'> | undefined): string[] =>
  (figures?.locations ?? []).flatMap((location) => location.days.map(({ day }) => day)).sort()

const Figures = ({ locations }: ForecastFigures) => {
  const parts = useParts(['locations'])
  const caption = useCaption(daysOf({ locations }))
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
        <ForecastTable locations={locations} />
        {parts ? (
          <CompareComingDays
            parts={parts}
            what={t`Expected people`}
            description={t`How many people are expected on each day, by building. Days without a forecast are left out.`}
            locations={locations}
            figureOf={({ expected }) => expected}
            show={showAmount}
          />
        ) : null}
        <BuildingCharts locations={locations}>
          {(location) => <ForecastChart key={location.locationId} location={location} />}
        </BuildingCharts>
      </Stack>
    </Caption>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { HeadcountFigures } from '@rollcall/contract'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { hourText } from '../../../time/zoned-time.ts'
import { WithheldText } from '../figures/figures-query.tsx'
import { nameOf } from '../figures/location-name.ts'
import { showDay, showFigure } from '../figures/show.ts'
import { DAY_COLUMNS } from './peak-chart.tsx'

type Location = HeadcountFigures['locations'][number]
type Day = Location['days'][number]
type LocationDay = Day & { readonly locationName: string }

const TITLE = t`Peaks by building`

const highestOf = ({ days }: Location): Day | undefined =>
  days.reduce<Day | undefined>((a, b) => (b.peakPeople && b.peakPeople > (a?.peakPeople ?? 0) ? b : a), undefined)

/** The rows of the dataset that the highest peak was counted in. */
const RowsLink = ({ location }: { location: Location }) => {
  const day = highestOf(location)?.day
  if (!day || !location.locationId) return '–'
  const [building, shownDay] = [nameOf(location), showDay(day)]
  return (
    <AnchorLink
      to="/data"
      search={{ dataset: 'headcount', startDate: day, endDate: day, locationIds: location.locationId }}
      inherit
      style={{ whiteSpace: 'nowrap' }}
      aria-label={t`Rows of ${building} on ${shownDay}`}
    >
      {shownDay}
    </AnchorLink>
  )
}

const COLUMNS: readonly ListColumn<Location>[] = [
  { key: 'location', name: t`Building`, value: nameOf },
  {
    key: 'averagePeak',
    name: t`Average daily peak (came)`,
    value: ({ averagePeak }) => averagePeak,
    show: ({ averagePeak, days }) =>
      averagePeak === null ? (days.length > 0 ? t`not measured` : '–') : showFigure(averagePeak, 'people'),
    align: 'right',
  },
  {
    key: 'averageUtilization',
    name: t`Average peak of capacity`,
    value: ({ averageUtilization }) => averageUtilization,
    show: ({ averageUtilization }) => showFigure(averageUtilization, 'share'),
    align: 'right',
  },
  {
    key: 'highestPeak',
    name: t`Highest peak (came)`,
    value: (location) => highestOf(location)?.peakPeople ?? null,
    align: 'right',
  },
  {
    key: 'peakHour',
    name: t`Hour of the highest peak`,
    value: (location) => {
      const hour = highestOf(location)?.peakHour ?? null
      return hour === null ? null : hourText(hour)
    },
  },
  {
    key: 'peakDay',
    name: t`Day of the highest peak`,
    value: (location) => highestOf(location)?.day ?? null,
    render: (location) => <RowsLink location={location} />,
  },
  { key: 'capacity', name: t`Capacity on the last day`, value: ({ days }) => days.at(-1)?.capacity ?? null, align: 'right' },
]

const BY_DAY: readonly Column<LocationDay>[] = [
  { name: t`Building`, value: ({ locationName }) => locationName },
  ...(DAY_COLUMNS as readonly Column<LocationDay>[]),
]

/** Building by building; the file has every day of each. */
export const PeakTable = ({ locations }: { locations: HeadcountFigures['locations'] }) => (
  <FigureFrame
    title={TITLE}
    description={t`The busiest hour of each building. The day of the highest peak links to its rows in the data explorer. The file by day has the peak and its hour of each day.`}
  >
    {locations.length === 0 ? (
      <EmptyState title={t`There are no buildings in this scope`} height={120}>
        <Trans>
          Administrators add buildings under{' '}
          <TextLink underline="always" to="/admin/places">
            Places
          </TextLink>
          .
        </Trans>
      </EmptyState>
    ) : (
      <FactTable
        id="peaks"
        actions={
          <CsvButton
            title={t`Peaks by day and building`}
            kind="CSV by day"
            columns={BY_DAY}
            rows={locations.flatMap((location) => location.days.map((day) => ({ ...day, locationName: nameOf(location) })))}
          />
        }
        label={TITLE}
        columns={COLUMNS}
        rows={locations}
        rowKey={({ locationId }) => locationId ?? 'none'}
        maxHeight={480}
        minWidth={900}
        inPlaceOf={({ hidden, withheld }) => (hidden ? <WithheldText withheld={withheld} /> : null)}
      />
    )}
  </FigureFrame>
)

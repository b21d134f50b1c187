import { plural, t } from '@lingui/core/macro'
import { ADMINISTRATORS, ALWAYS_FULL_SHARE, type DeskFigures, HARDLY_USED_SHARE } from '@rollcall/contract'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { DrillLink } from '../drill/drill.tsx'
import { desksOf } from '../drill/targets.ts'
import { showPercent, showWhole } from '../figures/show.ts'
import { UTILIZATION } from './utilization.tsx'

type HardlyUsed = DeskFigures['hardlyUsed']['items'][number]
type Desk = DeskFigures['alwaysFull']['items'][number]

interface Found<Row> {
  readonly count: number | null
  readonly items: readonly Row[]
}

const PLACE: readonly ListColumn<Desk>[] = [
  {
    key: 'placeName',
    name: t`Desk`,
    value: ({ placeName }) => placeName,
    render: (desk) => (
      <DrillLink target={desksOf(desk)} roles={ADMINISTRATORS}>
        {desk.placeName}
      </DrillLink>
    ),
  },
  { key: 'zoneName', name: t`Zone`, isChoice: true, value: ({ zoneName }) => zoneName },
  { key: 'levelName', name: t`Level`, isChoice: true, value: ({ levelName }) => levelName },
  { key: 'locationName', name: t`Building`, isChoice: true, value: ({ locationName }) => locationName },
]

const USE: readonly ListColumn<HardlyUsed>[] = [
  { key: 'usedDays', name: t`Used days`, value: ({ usedDays }) => usedDays },
  { key: 'measuredWorkdays', name: t`Workdays with presence reported`, value: ({ measuredWorkdays }) => measuredWorkdays },
  UTILIZATION,
]

/** Desks that few come to, which may be given another use. */
export const HardlyUsedTable = ({ figures: { hardlyUsed, neverUsed, totals } }: { figures: DeskFigures }) => {
  const share = showPercent(HARDLY_USED_SHARE)
  const never = neverUsed.count ?? 0
  const description =
    never > 0
      ? t`Bookable desks that were used on at most ${share} of the workdays, in buildings that report presence. ${plural(never, { one: '# of them was never used.', other: '# of them were never used.' })}`
      : t`Bookable desks that were used on at most ${share} of the workdays, in buildings that report presence.`
  return (
    <StandOutTable
      id="hardly-used"
      title={t`Hardly used`}
      fileTitle={t`Hardly used desks`}
      description={description}
      found={hardlyUsed}
      columns={[...PLACE, ...USE]}
      {...(totals.measuredDeskDays
        ? { none: t`No desk is hardly used`, why: t`Each bookable desk was used on more than ${share} of its workdays.` }
        : {
            none: t`Not known`,
            why: t`No building of this scope reported presence on a workday of this period, so it is not known which desks were used.`,
          })}
    />
  )
}

/** Desks that hardly anyone who has not booked long before can get. */
export const AlwaysFullTable = ({ figures: { alwaysFull } }: { figures: DeskFigures }) => {
  const [share, rest] = [showPercent(ALWAYS_FULL_SHARE), showPercent(1 - ALWAYS_FULL_SHARE)]
  return (
    <StandOutTable
      id="always-full"
      title={t`Always full`}
      fileTitle={t`Always full desks`}
      description={t`Bookable desks that were booked or used on at least ${share} of the workdays.`}
      found={alwaysFull}
      columns={PLACE}
      none={t`No desk is always full`}
      why={t`Each bookable desk was free on more than ${rest} of its workdays.`}
    />
  )
}

interface Props<Row> {
  readonly id: string
  readonly title: string
  readonly fileTitle: string
  readonly description: string
  readonly found: Found<Row>
  readonly columns: readonly ListColumn<Row>[]
  /** What it means that there are none. */
  readonly none: string
  readonly why: string
}

const countOf = ({ count, items }: Found<unknown>): string => {
  if (!count) return ''
  const first = showWhole(items.length)
  return count > items.length
    ? t`${plural(count, { one: '# desk', other: '# desks' })}, the first ${first} of them listed.`
    : t`${plural(count, { one: '# desk', other: '# desks' })}.`
}

/** Desks whose use stands out, by name. */
const StandOutTable = <Row extends Desk>({ id, title, fileTitle, description, found, columns, none, why }: Props<Row>) => (
  <FigureFrame title={title} description={`${countOf(found)} ${description}`.trim()}>
    {found.items.length === 0 ? (
      <EmptyState picture="desk" title={none} height={200}>
        {why}
      </EmptyState>
    ) : (
      <FactTable
        id={id}
        label={fileTitle}
        columns={columns}
        rows={found.items}
        rowKey={({ placeId }) => placeId}
        maxHeight={300}
        minWidth={columns.length > PLACE.length ? 760 : 420}
      />
    )}
  </FigureFrame>
)

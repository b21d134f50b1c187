import { plural, t } from '@lingui/core/macro'
import type { DeskFigures } from '@rollcall/contract'
import { ADMINISTRATORS } from '@rollcall/contract'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { DrillLink } from '../drill/drill.tsx'
import { desksOf } from '../drill/targets.ts'
import { showWhole } from '../figures/show.ts'

type Found = DeskFigures['neverUsed']
type Desk = Found['items'][number]

const COLUMNS: readonly ListColumn<Desk>[] = [
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
  { key: 'locationName', name: t`Location`, isChoice: true, value: ({ locationName }) => locationName },
]

interface Props {
  readonly id: string
  readonly title: string
  readonly fileTitle: string
  readonly description: string
  readonly found: Found
}

const countOf = ({ count, items }: Found): string => {
  if (count === null) return ''
  const first = showWhole(items.length)
  return count > items.length
    ? t`${plural(count, { one: '# desk', other: '# desks' })}, the first ${first} of them listed.`
    : t`${plural(count, { one: '# desk', other: '# desks' })}.`
}

/** Desks whose use stands out, by name. */
export const StandOutTable = ({ id, title, fileTitle, description, found }: Props) => (
  <FigureFrame title={title} description={`${countOf(found)} ${description}`.trim()}>
    {found.items.length === 0 ? (
      <EmptyState title={t({ message: 'None', context: 'desks' })} height={200} />
    ) : (
      <FactTable
        id={id}
        label={fileTitle}
        columns={COLUMNS}
        rows={found.items}
        rowKey={({ placeId }) => placeId}
        maxHeight={300}
        minWidth={420}
      />
    )}
  </FigureFrame>
)

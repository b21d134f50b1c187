import { plural, t } from '@lingui/core/macro'
import type { DeskFigures } from '@rollcall/contract'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { Column } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { DataTable } from '../../../components/table/data-table.tsx'
import { showWhole } from '../figures/show.ts'

type Found = DeskFigures['neverUsed']
type Desk = Found['items'][number]

const COLUMNS: readonly Column<Desk>[] = [
  { name: t`Desk`, value: ({ placeName }) => placeName },
  { name: t`Zone`, value: ({ zoneName }) => zoneName },
  { name: t`Level`, value: ({ levelName }) => levelName },
  { name: t`Location`, value: ({ locationName }) => locationName },
]

interface Props {
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
export const StandOutTable = ({ title, fileTitle, description, found }: Props) => (
  <FigureFrame
    title={title}
    description={`${countOf(found)} ${description}`.trim()}
    actions={<CsvButton title={fileTitle} columns={COLUMNS} rows={found.items} />}
  >
    {found.items.length === 0 ? (
      <EmptyState title={t({ message: 'None', context: 'desks' })} height={200} />
    ) : (
      <DataTable
        label={title}
        columns={COLUMNS}
        rows={found.items}
        rowKey={({ placeId }) => placeId}
        maxHeight={300}
        minWidth={420}
      />
    )}
  </FigureFrame>
)

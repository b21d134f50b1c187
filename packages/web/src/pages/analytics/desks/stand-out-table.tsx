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
  readonly description: string
  readonly found: Found
}

const countOf = ({ count, items }: Found): string => {
  if (count === null) return ''
  const number = plural(count, { one: '# desk', other: '# desks' })
  return count > items.length ? t`${number}, the first ${showWhole(items.length)} of them listed. ` : `${number}. `
}

/** Desks whose use stands out, by name. */
export const StandOutTable = ({ title, description, found }: Props) => (
  <FigureFrame
    title={title}
    description={`${countOf(found)}${description}`}
    actions={<CsvButton title={`${title} desks`} columns={COLUMNS} rows={found.items} />}
  >
    {found.items.length === 0 ? (
      <EmptyState title={t`None`} height={200} />
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

import { Button } from '@mantine/core'
import type { Column } from './columns.ts'
import { downloadCsv } from './download.ts'

interface Props<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
}

/** Downloads rows with all their digits. */
export const CsvButton = <Row,>({ title, columns, rows }: Props<Row>) => (
  <Button
    size="compact-sm"
    variant="default"
    fw={500}
    aria-label={`CSV: ${title}`}
    disabled={rows.length === 0}
    onClick={() => downloadCsv(title, columns, rows)}
  >
    CSV
  </Button>
)
